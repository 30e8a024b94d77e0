// Facts of calls: what is true of every call of an operator that an app makes, and whether a call is such a
// one.
//
// `etgen generate` writes this file, as it is, next to kernel_boxing.h, and only that includes it, in a unit
// whose kernels are compiled for the calls of models (call_selective_build): it defines ET_CALL_FACTS. The
// unit has three tables, in the namespace of this file:
//
//     const int64_t constants[] = {1, 0};
//     const Fixed fixed_arguments[] = {{0, 2, Fixed::kInt}};
//     const Facts call_facts[] = {{128, 1, 4, kSameSizes | kNotEmpty, 1, 0}};
//
// A row of the last has 12 bytes. A call outside of the facts fails on its context before its kernel runs, so
// that kernels may rely on them.
#ifndef RULES_EXECUTORCH_CALL_FACTS_H_
#define RULES_EXECUTORCH_CALL_FACTS_H_

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_shape_dynamism.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rules_executorch {
namespace boxing {
namespace {

/// What holds in each call.
enum Holds : uint8_t {
  kSameSizes = 1,   // all tensors of the call have the same sizes
  kSameDtypes = 2,  // and the same dtype
  kStatic = 4,      // no shape may change
  kContiguous = 8,  // dim orders are the default one
  kNotEmpty = 16,   // each tensor has elements
};

/// The facts of an operator: of all its tensors, those in lists and the outs included, and of its arguments.
struct Facts {
  uint32_t max_numel;  // UINT32_MAX if there is no bound
  int8_t min_rank;
  int8_t max_rank;
  uint8_t holds;  // of Holds
  uint8_t fixed_count;
  uint16_t first_fixed;  // in fixed_arguments
};

/// An argument that is always the same constant.
struct Fixed {
  enum Kind : uint8_t { kNone, kBool, kInt, kDouble, kInts };

  uint16_t constant;  // its first number, in constants; that of a double is its bits
  uint8_t index;      // in the schema's order
  uint8_t kind;       // of Kind; for a list of ints, plus its size
};

// The tables of the unit.
extern const Facts call_facts[];
extern const Fixed fixed_arguments[];
extern const int64_t constants[];

/// What a call is, and was not expected to be.
enum class Outside : uint8_t {
  kNothing,
  kRank,
  kElements,
  kEmpty,
  kDimOrder,
  kDynamic,
  kSizes,
  kDtype,
  kArgument
};

[[maybe_unused]] const char* describe(Outside outside) {
  switch (outside) {
    case Outside::kRank:
      return "the rank of a tensor";
    case Outside::kElements:
      return "a tensor with more elements";
    case Outside::kEmpty:
      return "an empty tensor";
    case Outside::kDimOrder:
      return "the dim order of a tensor";
    case Outside::kDynamic:
      return "a tensor of dynamic shape";
    case Outside::kSizes:
      return "tensors of different sizes";
    case Outside::kDtype:
      return "tensors of different dtypes";
    default:
      return "the value of an argument";
  }
}

[[maybe_unused]] bool has_default_dim_order(const ::executorch::aten::Tensor& tensor) {
  size_t dimension = 0;
  for (const auto each : tensor.dim_order()) {
    if (each != dimension++) {
      return false;
    }
  }
  return true;
}

/// Whether a tensor of a call is outside of the facts, and how. `first` is the first tensor of the call.
[[maybe_unused]] Outside outside_of(
    const Facts& facts, const ::executorch::aten::Tensor& tensor, const ::executorch::aten::Tensor& first) {
  const auto numel = static_cast<size_t>(tensor.numel());
  if (tensor.dim() < facts.min_rank || tensor.dim() > facts.max_rank) {
    return Outside::kRank;
  }
  if (facts.max_numel != UINT32_MAX && numel > facts.max_numel) {
    return Outside::kElements;
  }
  if ((facts.holds & kNotEmpty) != 0 && numel == 0) {
    return Outside::kEmpty;
  }
  if ((facts.holds & kContiguous) != 0 && !has_default_dim_order(tensor)) {
    return Outside::kDimOrder;
  }
#ifndef USE_ATEN_LIB
  if ((facts.holds & kStatic) != 0 &&
      tensor.unsafeGetTensorImpl()->shape_dynamism() != ::executorch::runtime::TensorShapeDynamism::STATIC) {
    return Outside::kDynamic;
  }
#endif
  if ((facts.holds & kSameSizes) != 0 && tensor.sizes() != first.sizes()) {
    return Outside::kSizes;
  }
  if ((facts.holds & kSameDtypes) != 0 && tensor.scalar_type() != first.scalar_type()) {
    return Outside::kDtype;
  }
  return Outside::kNothing;
}

/// Whether a value is the constant. `ints` reads a list of ints.
[[maybe_unused]] bool is_constant(
    const ::executorch::runtime::EValue& value,
    const Fixed& fixed,
    ::executorch::runtime::Result<::executorch::aten::ArrayRef<int64_t>> (*ints)(
        const ::executorch::runtime::EValue&)) {
  const int64_t* constant = constants + fixed.constant;
  switch (fixed.kind) {
    case Fixed::kNone:
      return value.isNone();
    case Fixed::kBool:
      return value.isBool() && value.payload.copyable_union.as_bool == (*constant != 0);
    case Fixed::kInt:
      return value.isInt() && value.payload.copyable_union.as_int == *constant;
    case Fixed::kDouble:
      return value.isDouble() &&
             std::memcmp(&value.payload.copyable_union.as_double, constant, sizeof(double)) == 0;
    default:
      const auto list = ints(value);
      const size_t size = fixed.kind - Fixed::kInts;
      return list.ok() && list->size() == size &&
             (size == 0 || std::memcmp(list->data(), constant, size * sizeof(int64_t)) == 0);
  }
}

/// Whether all arguments that are constants by the facts are these.
[[maybe_unused]] bool are_constants(
    const Facts& facts,
    ::executorch::runtime::Span<::executorch::runtime::EValue*> arguments,
    ::executorch::runtime::Result<::executorch::aten::ArrayRef<int64_t>> (*ints)(
        const ::executorch::runtime::EValue&)) {
  for (size_t i = facts.first_fixed; i < size_t{facts.first_fixed} + facts.fixed_count; ++i) {
    const ::executorch::runtime::EValue* value = arguments[fixed_arguments[i].index];
    if (value == nullptr || !is_constant(*value, fixed_arguments[i], ints)) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace boxing
}  // namespace rules_executorch

#endif
