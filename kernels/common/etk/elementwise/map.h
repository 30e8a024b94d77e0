// The elementwise pattern: out[i] = f(a[i], b[i], …), with broadcasting and type promotion.
//
//   static constexpr char kMul[] = "mul.out";
//   Tensor& mul_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
//     return etk::map<kMul, etk::Promote::kSame>(ctx, out, [](auto a, auto b) { return a * b; }, self,
//     other);
//   }
//
// f is called with values of one compute type (int64_t, float or double), and is instantiated for the compute
// types that the promotion rule admits and the build has selected.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/faster.h"
#include "etk/base/view.h"
#include "etk/elementwise/complex.h"

#include <utility>

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

/// A part of a tensor.
Operand part(const Tensor& tensor, const View& view);

/// A one-dimensional tensor with a value for each index of dimension `dim`. It does not take part in
/// promotion.
Operand along(const Tensor& tensor, size_t dim);

/// The promoted dtype of the operands; Undefined if there is no dtype to compute in.
ScalarType promoted(const Operand* operands, size_t count);
template <typename... Operands>
ScalarType promoted(const Operands&... operands) {
  const Operand list[] = {operands...};
  return promoted(list, sizeof...(Operands));
}

/// Computes n results. f: the function; in: the operands' values; out: the results.
using MapFunction = void (*)(const void* f, const void* const* in, void* out, size_t n);

/// The part of `map` that is shared by all operators.
void run_map(
    Context& ctx,
    const Instances<MapFunction>& instances,
    Promote promote,
    const void* f,
    const Operand* operands,
    size_t count,
    Tensor& out);

namespace internal {

template <typename C, typename F, size_t... kIndex>
void map_values(const void* f, const void* const* in, void* out, size_t n, std::index_sequence<kIndex...>) {
  const F& function = *static_cast<const F*>(f);
  using Result = decltype(function(((void)kIndex, C{})...));
  using Stored = std::conditional_t<std::is_integral_v<Result>, int64_t, Result>;
  for (size_t i = 0; i < n; ++i) {
    static_cast<Stored*>(out)[i] = function(static_cast<const C*>(in[kIndex])[i]...);
  }
}

template <typename C, typename F, size_t kCount>
void map_function(const void* f, const void* const* in, void* out, size_t n) {
  map_values<C, F>(f, in, out, n, std::make_index_sequence<kCount>());
}

constexpr unsigned computes_of(Promote promote) {
  return promote == Promote::kInteger || promote == Promote::kShift    ? kIntegers
         : promote == Promote::kFloat || promote == Promote::kFloating ? kFloats
                                                                       : kNumbers;
}

}  // namespace internal

/// The functions that compute f of values, for `run_map`. f has `kCount` operands, and may have state.
template <const char* kOp, Promote kPromote, typename F, size_t kCount, unsigned kAlways = 0>
constexpr Instances<MapFunction> map_instances() {
  return instantiate<kOp, internal::computes_of(kPromote), MapFunction, kAlways>(
      [](auto c) { return internal::map_function<decltype(c), F, kCount>; });
}

/// Computes n results from values at a distance of `steps`, which are 0 for a number or a value that is
/// broadcast.
using PlainFunction =
    void (*)(const void* f, const void* const* in, const size_t* steps, void* out, size_t n);

/// `map` for plain calls whose operands are broadcast. `numbers` has a value for each operand that is a
/// number.
void run_plain_map(
    Context& ctx,
    PlainFunction function,
    const void* f,
    const Operand* operands,
    size_t count,
    const void* numbers,
    size_t element_size,
    Tensor& out);

namespace internal {

template <typename C, typename F, size_t... kIndex>
ETK_INLINE void map_plain_values(
    const F& f,
    const void* const* in,
    const size_t* steps,
    void* out,
    size_t n,
    std::index_sequence<kIndex...>) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<C*>(out)[i] = static_cast<C>(f(static_cast<const C*>(in[kIndex])[i * steps[kIndex]]...));
  }
}

template <typename C, typename F, size_t kCount>
void map_plain_function(const void* f, const void* const* in, const size_t* steps, void* out, size_t n) {
  map_plain_values<C>(*static_cast<const F*>(f), in, steps, out, n, std::make_index_sequence<kCount>());
}

template <typename T>
constexpr bool is_number_operand = std::is_same_v<T, Scalar>;
template <bool kPromotes>
constexpr bool is_number_operand<KnownOperand<true, kPromotes>> = true;
template <const char* kOp, int kIndex>
constexpr bool is_number_operand<FixedOperand<kOp, kIndex>> = true;
template <typename T>
constexpr bool is_tensor_operand = std::is_same_v<T, Tensor>;
template <bool kPromotes>
constexpr bool is_tensor_operand<KnownOperand<false, kPromotes>> = true;
template <typename T>
constexpr bool is_promoting_tensor = std::is_same_v<T, Tensor>;
template <>
inline constexpr bool is_promoting_tensor<KnownOperand<false, true>> = true;

/// Whether plain calls of an operator are computed in the dtype of their tensors, which no number changes.
template <const char* kOp, Promote kPromote, typename... Operands>
constexpr bool is_plain_map() {
  constexpr bool is_integral = std::is_integral_v<PlainValue<kOp>>;
  return is_plain<kOp>() && (... || is_promoting_tensor<Operands>) &&
         (is_integral ? (... && is_tensor_operand<Operands>) && kPromote != Promote::kFloat
                      : (computes_of(kPromote) & kFloats) != 0);
}

/// The values of an operand of a plain call, which has the sizes of the out or is a number.
template <typename C>
struct PlainValues {
  const C* data;
  C at(size_t i) const {
    return data[i];
  }
};
template <typename C>
struct PlainNumber {
  C number;
  C at(size_t) const {
    return number;
  }
};
inline const Tensor& tensor_of(const Tensor& tensor) {
  return tensor;
}
inline const Tensor& tensor_of(const Operand& operand) {
  return *operand.tensor;
}
inline const Scalar& number_of(const Scalar& number) {
  return number;
}
inline const Scalar& number_of(const Operand& operand) {
  return *operand.number;
}
template <typename C, const char* kOp, int kIndex>
C number_as(const FixedOperand<kOp, kIndex>&) {
  return value_of<C>(FixedScalar<kOp, kIndex>());
}
template <typename C, typename T>
C number_as(const T& operand) {
  return to<C>(number_of(operand));
}
template <typename C, typename T>
ETK_INLINE auto plain_values(const T& operand) {
  if constexpr (is_number_operand<T>) {
    return PlainNumber<C>{number_as<C>(operand)};
  } else {
    return PlainValues<C>{static_cast<const C*>(tensor_of(operand).const_data_ptr())};
  }
}

template <typename C, typename F, typename... Values>
ETK_INLINE void map_flat(Tensor& out, const F& f, Values... values) {
  C* const to = static_cast<C*>(out.mutable_data_ptr());
  const auto n = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < n; ++i) {
    to[i] = static_cast<C>(f(values.at(i)...));
  }
}

/// `map` for plain calls.
template <const char* kOp, typename F, typename... Operands>
ETK_INLINE void map_plain(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
  using C = PlainValue<kOp>;
  ETK_REQUIRE(ctx, out.scalar_type() == only_dtype<kOp>(), );
  constexpr bool is_flat =
      call_facts<kOp>().same_sizes && (... && (is_tensor_operand<Operands> || is_number_operand<Operands>));
  if constexpr (is_flat) {
    map_flat<C>(out, f, plain_values<C>(operands)...);
  } else {
    constexpr size_t kCount = sizeof...(Operands);
    const Operand list[] = {operands...};
    C numbers[kCount];
    for (size_t i = 0; i < kCount; ++i) {
      numbers[i] = list[i].number ? to<C>(*list[i].number) : C();
    }
    run_plain_map(ctx, map_plain_function<C, F, kCount>, &f, list, kCount, numbers, sizeof(C), out);
  }
}

}  // namespace internal

/// Computes `map` element by element.
template <const char* kOp, Promote kPromote, typename F, typename... Operands>
Tensor& map_each(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
  // Integers are compared with a float in Float, even if no tensor of the call is Float.
  constexpr bool any_number = (... || std::is_same_v<Operands, Scalar>);
  constexpr unsigned always = kPromote == Promote::kCompare && any_number ? kSingle : 0;
  if constexpr (internal::is_plain_map<kOp, kPromote, Operands...>()) {
    internal::map_plain<kOp>(ctx, out, f, operands...);
  } else {
    static constexpr auto instances = map_instances<kOp, kPromote, F, sizeof...(Operands), always>();
    const Operand list[] = {operands...};
    if (!internal::map_complex<kOp>(ctx, f, list, out)) {
      run_map(ctx, instances, kPromote, &f, list, sizeof...(Operands), out);
    }
  }
  return out;
}

/// The base class of faster implementations, which `map` uses: they define their own `map<kOp, kPromote>`.
struct FasterMap {};
template <const char* kOp>
using FasterMapOf = decltype(faster<kOp, FasterMap>());
template <const char* kOp>
constexpr bool kHasFasterMap = !std::is_same_v<FasterMapOf<kOp>, FasterMap>;

/// Sets `out`, resized to the broadcast shape of the operands, to f of them; returns `out`.
template <const char* kOp, Promote kPromote, typename F, typename... Operands>
ETK_INLINE Tensor& map(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
  if constexpr (kHasFasterMap<kOp>) {
    return FasterMapOf<kOp>::template map<kOp, kPromote>(ctx, out, f, operands...);
  } else {
    return map_each<kOp, kPromote>(ctx, out, f, operands...);
  }
}

}  // namespace etk
