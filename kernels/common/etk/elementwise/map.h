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

#include "etk/base/faster.h"
#include "etk/base/view.h"
#include "etk/elementwise/complex.h"
#include "etk/elementwise/plain_map.h"

#include <utility>

namespace etk {

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

}  // namespace internal

/// The functions that compute f of values, for `run_map`. f has `kCount` operands, and may have state.
template <const char* kOp, Promote kPromote, typename F, size_t kCount, unsigned kAlways = 0>
constexpr Instances<MapFunction> map_instances() {
  return instantiate<kOp, internal::computes_of(kPromote), MapFunction, kAlways>(
      [](auto c) { return internal::map_function<decltype(c), F, kCount>; });
}

/// Computes `map` element by element.
template <const char* kOp, Promote kPromote, typename F, typename... Operands>
Tensor& map_each(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
  // Integers are compared with a float in Float, even if no tensor of the call is Float.
  constexpr bool any_number = (... || std::is_same_v<Operands, Scalar>);
  constexpr unsigned always = kPromote == Promote::kCompare && any_number ? kSingle : 0;
  if constexpr (is_plain_map<kOp, kPromote, Operands...>()) {
    map_plain<kOp, kPromote>(ctx, out, f, operands...);
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
