// Functions of a real number from <cmath>: out[i] = f(self[i]).
//
//   static constexpr char kSin[] = "sin.out";
//   Tensor& sin_out(Context& ctx, const Tensor& self, Tensor& out) {
//     return apply<kSin>(ctx, self, out, sinf, sin);
//   }
//
// Each function is called through a pointer, so that operators share one loop and have little code of their
// own.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk {

/// A function for both floating-point compute types; null if one is not needed.
struct RealFunction {
  float (*of_float)(float);
  double (*of_double)(double);

  float operator()(float x) const {
    return of_float(x);
  }
  double operator()(double x) const {
    return of_double(x);
  }
};

/// Computes n values of a RealFunction.
void apply_float(const void* f, const void* const* in, void* out, size_t n);
void apply_double(const void* f, const void* const* in, void* out, size_t n);

/// The part of `round_with` that all operators share.
Tensor& run_round(
    Context& ctx,
    const Instances<MapFunction>& instances,
    const RealFunction& f,
    const Tensor& self,
    Tensor& out);

namespace internal {

// The loops that the build has selected for operator kOp.
template <const char* kOp>
struct RealInstances {
  static constexpr Instances<MapFunction> loops = instantiate<kOp, kFloats, MapFunction>(
      [](auto c) { return std::is_same_v<decltype(c), float> ? apply_float : apply_double; });

  static RealFunction select(float (*of_float)(float), double (*of_double)(double)) {
    return {
        loops.selected.has(Compute::kFloat) ? of_float : nullptr,
        loops.selected.has(Compute::kDouble) ? of_double : nullptr};
  }
};

}  // namespace internal

/// Sets `out` to a function of real numbers; integers become Float.
template <const char* kOp>
Tensor& apply(
    Context& ctx, const Tensor& self, Tensor& out, float (*of_float)(float), double (*of_double)(double)) {
  using Selected = internal::RealInstances<kOp>;
  if constexpr (kHasFasterMap<kOp>) {
    return map<kOp, Promote::kFloat>(ctx, out, Selected::select(nullptr, of_double), self);
  }
  const RealFunction f = Selected::select(of_float, of_double);
  const Operand operand(self);
  run_map(ctx, Selected::loops, Promote::kFloat, &f, &operand, 1, out);
  return out;
}

/// `apply` of a function that is computed in double for every dtype.
template <const char* kOp, double (*kFunction)(double)>
Tensor& apply_double(Context& ctx, const Tensor& self, Tensor& out) {
  const auto of_float = [](float x) { return static_cast<float>(kFunction(static_cast<double>(x))); };
  return apply<kOp>(ctx, self, out, of_float, kFunction);
}

/// Sets `out` to self rounded to integers by a function; integers are copied.
template <const char* kOp>
Tensor& round_with(
    Context& ctx, const Tensor& self, Tensor& out, float (*of_float)(float), double (*of_double)(double)) {
  using Selected = internal::RealInstances<kOp>;
  if constexpr (kHasFasterMap<kOp>) {
    if (FasterMapOf<kOp>::template try_map<kOp, Promote::kFloating>(out, self)) {
      return out;
    }
  }
  return run_round(ctx, Selected::loops, Selected::select(of_float, of_double), self, out);
}

}  // namespace etk
