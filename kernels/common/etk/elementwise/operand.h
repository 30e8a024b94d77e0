// The operands of elementwise operators, and the rules by which they promote.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/view.h"

namespace etk {

/// The rule for the dtype in which an elementwise operator computes, and for the dtype of its result.
enum class Promote : uint8_t {
  kSame,      // both are the promoted dtype of the operands
  kPlain,     // like kSame; UInt16, UInt32 and UInt64 are invalid
  kNumber,    // like kPlain; Bool is invalid, too
  kFloat,     // like kSame, but integers promote to Float
  kInteger,   // like kSame; floating-point dtypes are invalid
  kShift,     // like kInteger; Bool, UInt16, UInt32 and UInt64 are invalid, too
  kFloating,  // like kSame; integers are invalid
  kCompare,   // computed in the promoted dtype; the result is Bool
  kLogic,     // like kCompare; UInt16, UInt32 and UInt64 are invalid
};

/// Whether PyTorch supports arithmetic in the dtype. For Bool, UInt16, UInt32 and UInt64 it supports little
/// more than bitwise operators.
constexpr bool is_number(ScalarType dtype) {
  return is_floating(dtype) || (compute_of(dtype) == Compute::kInt && dtype <= ScalarType::Long);
}

/// An operand of `map`: a reference to a tensor, or to a scalar, which takes part in promotion like Python's
/// numbers.
struct Operand {
  Operand(const Tensor& t) : tensor(&t) {}  // NOLINT: implicit, so that calls read as mathematics
  Operand(const Scalar& s) : number(&s) {}  // NOLINT
  Operand(const Scalar&&) = delete;         // the operand would refer to a temporary

  const Tensor* tensor = nullptr;
  const View* part = nullptr;  // a part of the tensor; null: all of it
  const Scalar* number = nullptr;
  bool promotes = true;
  // Whether a number, or a tensor without dimensions, is rounded to Half or BFloat16 if the other operands
  // have that dtype.
  bool rounds = true;
  // The dimension of the out, counted from the first, to which the dimension of a one-dimensional tensor
  // corresponds; -1: broadcast.
  int8_t along = -1;
};

/// An operand of which it is known, when the kernel is compiled, whether it is a number or a tensor, and
/// whether it promotes.
template <bool kIsNumber, bool kPromotes>
struct KnownOperand : Operand {
  template <typename T>
  explicit KnownOperand(const T& value) : Operand(value) {
    if constexpr (!kPromotes) {
      promotes = false;
    }
  }
};

/// An operand that does not take part in promotion.
inline Operand unpromoted(Operand operand) {
  operand.promotes = false;
  return operand;
}
inline KnownOperand<false, false> unpromoted(const Tensor& tensor) {
  return KnownOperand<false, false>(tensor);
}
inline KnownOperand<true, false> unpromoted(const Scalar& number) {
  return KnownOperand<true, false>(number);
}
KnownOperand<true, false> unpromoted(const Scalar&&) = delete;

/// A number that is the same in every call, as an operand that does not promote.
template <const char* kOp, int kIndex>
struct FixedOperand : KnownOperand<true, false> {
  using Number = FixedScalar<kOp, kIndex>;
  explicit FixedOperand(const Number& number)
      : KnownOperand<true, false>(static_cast<const Scalar&>(number)) {}
};
template <const char* kOp, int kIndex>
FixedOperand<kOp, kIndex> unpromoted(const FixedScalar<kOp, kIndex>& number) {
  return FixedOperand<kOp, kIndex>(number);
}

/// A tensor that is the argument with this index, whose dtype facts of calls may have.
template <const char* kOp, int kIndex, bool kPromotes>
struct Argument : KnownOperand<false, kPromotes> {
  explicit Argument(const Tensor& tensor) : KnownOperand<false, kPromotes>(tensor) {}
};
template <const char* kOp, int kIndex>
Argument<kOp, kIndex, true> argument(const Tensor& tensor) {
  return Argument<kOp, kIndex, true>(tensor);
}
template <const char* kOp, int kIndex>
Argument<kOp, kIndex, false> unpromoted(const Argument<kOp, kIndex, true>& operand) {
  return Argument<kOp, kIndex, false>(*operand.tensor);
}

/// An operand that is not rounded if it is a scalar, like the factors of a product in PyTorch.
inline Operand unrounded(Operand operand) {
  operand.rounds = false;
  return operand;
}
template <bool kIsNumber, bool kPromotes>
KnownOperand<kIsNumber, kPromotes> unrounded(KnownOperand<kIsNumber, kPromotes> operand) {
  operand.rounds = false;
  return operand;
}
ETK_INLINE KnownOperand<false, true> unrounded(const Tensor& tensor) {
  KnownOperand<false, true> operand(tensor);
  operand.rounds = false;
  return operand;
}
ETK_INLINE KnownOperand<true, true> unrounded(const Scalar& number) {
  KnownOperand<true, true> operand(number);
  operand.rounds = false;
  return operand;
}
KnownOperand<true, true> unrounded(const Scalar&&) = delete;

namespace internal {

/// The compute types that a rule admits.
constexpr unsigned computes_of(Promote promote) {
  return promote == Promote::kInteger || promote == Promote::kShift    ? kIntegers
         : promote == Promote::kFloat || promote == Promote::kFloating ? kFloats
                                                                       : kNumbers;
}

}  // namespace internal

/// Whether the rule admits Bool.
constexpr bool takes_bool(Promote promote) {
  return promote != Promote::kNumber && promote != Promote::kShift;
}

/// Whether the rule admits a promoted dtype.
constexpr bool takes(Promote promote, ScalarType dtype) {
  return is_number(dtype) ||
         (takes_bool(promote) &&
          (dtype == ScalarType::Bool || (promote != Promote::kPlain && promote != Promote::kLogic)));
}

/// The dtype in which operands of a promoted dtype are computed.
constexpr ScalarType computed_in(Promote promote, ScalarType dtype) {
  return promote == Promote::kFloat && compute_of(dtype) == Compute::kInt ? ScalarType::Float : dtype;
}

/// The dtype of the result of operands that are computed in a dtype.
constexpr ScalarType result_of(Promote promote, ScalarType dtype) {
  return promote == Promote::kCompare || promote == Promote::kLogic ? ScalarType::Bool : dtype;
}

}  // namespace etk
