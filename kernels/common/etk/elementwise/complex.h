// The elementwise pattern on complex numbers. An operator supports them if its function is wrapped:
//
//   static const auto product = of_complex([](auto a, auto b) { return a * b; });
//
// The function is instantiated once for all complex dtypes, if the build has selected any.
#pragma once

#include "etk/base/selected_dtypes.h"

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace etk {

struct Operand;

/// re + i · im. Unlike PyTorch, the multiplication of std::complex has special cases for infinities.
struct Complex {
  double re, im;

  Complex(double real = 0, double imaginary = 0) : re(real), im(imaginary) {}  // NOLINT: implicit
};

inline Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
inline Complex operator-(Complex a) {
  return {-a.re, -a.im};
}
inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// Does not compute squares, which may overflow even if the quotient does not.
inline Complex operator/(Complex a, Complex b) {
  if (std::fabs(b.re) < std::fabs(b.im)) {
    return Complex{a.im, -a.re} / Complex{b.im, -b.re};
  }
  const double ratio = b.re == 0 ? 0 : b.im / b.re, scale = b.re + b.im * ratio;
  return {(a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale};
}
inline bool operator==(Complex a, Complex b) {
  return a.re == b.re && a.im == b.im;
}
inline bool operator!=(Complex a, Complex b) {
  return !(a == b);
}

/// Marks a function that supports complex numbers.
template <typename F>
struct OfComplex : F {
  using TakesComplex = void;
};
template <typename F>
constexpr OfComplex<F> of_complex(F f) {
  return {f};
}

namespace internal {

/// The result type of a function of complex numbers.
enum class ComplexResult : uint8_t { kComplex, kReal, kBool };

/// Computes n results. f: the function; in: the operands' values; out: the results as Complex, double or
/// int64_t.
using ComplexFunction = void (*)(const void* f, const Complex* const* in, void* out, size_t n);

template <typename F, typename = void>
constexpr bool takes_complex = false;
template <typename F>
constexpr bool takes_complex<F, typename F::TakesComplex> = true;

template <typename F, size_t... kIndex>
void complex_values(
    const void* f, const Complex* const* in, void* out, size_t n, std::index_sequence<kIndex...>) {
  using Result = decltype((*static_cast<const F*>(f))(in[kIndex][0]...));
  using Stored = std::conditional_t<std::is_integral_v<Result>, int64_t, Result>;
  for (size_t i = 0; i < n; ++i) {
    static_cast<Stored*>(out)[i] = (*static_cast<const F*>(f))(in[kIndex][i]...);
  }
}

template <typename F, size_t kCount>
void complex_function(const void* f, const Complex* const* in, void* out, size_t n) {
  complex_values<F>(f, in, out, n, std::make_index_sequence<kCount>());
}

template <typename F, size_t... kIndex>
constexpr ComplexResult complex_result(std::index_sequence<kIndex...>) {
  using Result = decltype(std::declval<const F&>()(((void)kIndex, Complex())...));
  return std::is_same_v<Result, Complex>  ? ComplexResult::kComplex
         : std::is_same_v<Result, double> ? ComplexResult::kReal
                                          : ComplexResult::kBool;
}

/// The dtype of the real and imaginary parts of the promoted dtype, if at least one operand is complex;
/// Undefined if there is none.
ScalarType promoted_parts(const Operand* operands, size_t count);

/// Computes f of the operands if any of them is complex; otherwise returns false without writing anything.
bool run_map_complex(
    Context& ctx,
    DtypeSet selected,
    ComplexFunction function,
    ComplexResult result,
    const void* f,
    const Operand* operands,
    size_t count,
    Tensor& out);

/// Computes f of complex operands, for the dtypes that the build has selected for an operator.
template <const char* kOp, typename F, size_t kCount>
bool map_complex(
    [[maybe_unused]] Context& ctx,
    [[maybe_unused]] const F& f,
    [[maybe_unused]] const Operand (&operands)[kCount],
    [[maybe_unused]] Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  if constexpr (kHasComplex && takes_complex<F> && selected.has_complex()) {
    constexpr ComplexResult result = complex_result<F>(std::make_index_sequence<kCount>());
    return run_map_complex(ctx, selected, complex_function<F, kCount>, result, &f, operands, kCount, out);
  }
  return false;
}

}  // namespace internal
}  // namespace etk
