// The dtypes that the build has selected for an operator, and code for these only.
#pragma once

#include "etk/base/dtype.h"

namespace etk {

/// A set of dtypes, for the dtypes that this build has selected for an operator.
class DtypeSet {
 public:
  constexpr DtypeSet() = default;
  constexpr explicit DtypeSet(uint64_t bits) : bits_(bits) {}
  /// In the form of a template argument.
  constexpr uint64_t bits() const {
    return bits_;
  }
  constexpr void add(ScalarType dtype) {
    bits_ |= uint64_t{1} << static_cast<int>(dtype);
  }
  constexpr bool has(ScalarType dtype) const {
    return (bits_ >> static_cast<int>(dtype)) & 1;
  }
  constexpr DtypeSet operator|(DtypeSet other) const {
    other.bits_ |= bits_;
    return other;
  }
  /// Whether any dtype of the set, or its parts, is computed in this type.
  constexpr bool has(Compute compute) const {
    for (int i = 0; i < static_cast<int>(ScalarType::NumOptions); ++i) {
      const auto dtype = static_cast<ScalarType>(i);
      if (has(dtype) && compute_of(part_of(dtype)) == compute) {
        return true;
      }
    }
    return false;
  }

  constexpr bool has_complex() const {
    return has(ScalarType::ComplexHalf) || has(ScalarType::ComplexFloat) || has(ScalarType::ComplexDouble);
  }

 private:
  uint64_t bits_ = 0;
};

/// The dtypes that this build needs an operator for.
constexpr DtypeSet dtypes_of(const char* op) {
  DtypeSet set;
  for (int i = 0; i < static_cast<int>(ScalarType::NumOptions); ++i) {
    if (is_selected(op, static_cast<ScalarType>(i))) {
      set.add(static_cast<ScalarType>(i));
    }
  }
  return set;
}
template <const char* kOp>
constexpr DtypeSet selected_dtypes() {
  return dtypes_of(kOp);
}
/// The bits of the dtypes that this build needs any of several operators for.
template <typename... Names>
constexpr uint64_t selected_bits(Names... ops) {
  return (dtypes_of(ops) | ...).bits();
}

/// The operator name for shared sources: selected_dtypes<kAnyOperator>() are the dtypes that any of the
/// operators needs.
static constexpr char kAnyOperator[] = "";

/// Whether the build has selected operator `kOp` for the dtypes of all these tensors.
template <const char* kOp, typename... Tensors>
bool accepts(const Tensors&... tensors) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  return (... && selected.has(tensors.scalar_type()));
}

/// Sets of compute types: bit i is the i-th type.
constexpr unsigned kIntegers = 1;
constexpr unsigned kSingle = 2;
constexpr unsigned kFloats = kSingle | 4;
constexpr unsigned kNumbers = kIntegers | kFloats;

/// A function of an operator, instantiated for each compute type it is needed for.
template <typename Function>
struct Instances {
  DtypeSet selected;
  Function functions[3];  // by Compute; null if not instantiated

  /// The function for a compute type; null if there is none.
  Function find(Compute compute) const {
    return compute == Compute::kNone ? nullptr : functions[static_cast<size_t>(compute)];
  }

  /// The function for a dtype; null if the operator does not support it or the build has not selected it.
  Function find(ScalarType dtype) const {
    return selected.has(dtype) ? find(compute_of(dtype)) : nullptr;
  }

  /// The instance for a dtype; for complex dtypes, the instance for their parts.
  Function find_of_parts(ScalarType dtype) const {
    return selected.has(dtype) ? find(compute_of(part_of(dtype))) : nullptr;
  }
};

/// The only way to instantiate code for a dtype, so that every kernel respects the build's selection.
/// `make(C{})` is the function for compute type C. The operator takes those in `kComputes`, and computes in
/// those in `kAlways` whatever the dtypes of its tensors are.
template <const char* kOp, unsigned kComputes, typename Function, unsigned kAlways = 0, typename Make>
constexpr Instances<Function> instantiate([[maybe_unused]] Make make) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  constexpr unsigned needed = kAlways | (selected.has(Compute::kInt) ? 1 : 0) |
                              (selected.has(Compute::kFloat) ? 2 : 0) |
                              (selected.has(Compute::kDouble) ? 4 : 0);
  Instances<Function> instances{selected, {}};
  if constexpr ((kComputes & needed & 1) != 0) {
    instances.functions[0] = make(int64_t{});
  }
  if constexpr ((kComputes & needed & 2) != 0) {
    instances.functions[1] = make(float{});
  }
  if constexpr ((kComputes & needed & 4) != 0) {
    instances.functions[2] = make(double{});
  }
  return instances;
}

}  // namespace etk
