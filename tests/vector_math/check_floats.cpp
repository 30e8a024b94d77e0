// Compares vector functions with the exact values, for every STEP-th float: check_floats STEP [FUNCTION...]
//
// Prints, for each function and SIMD target that this processor has, the largest error in units in the last
// place of the exact value, and the float it is at. Fails if one is larger than 2.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/vector_math/check_floats.cpp"
#include "vec/each_target.h"
#include "vec/math-inl.h"

#include <cmath>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class F>
HWY_INLINE void each(const float* x, float* y, size_t n, const F& f) {
  const hn::ScalableTag<float> d;
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    hn::StoreU(f(d, hn::LoadU(d, x + i)), d, y + i);
  }
}

void compute(int function, const float* x, float* y, size_t n) {
  switch (function) {
    case 0:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return exp(d, v); });
    case 1:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return sigmoid(d, v); });
    case 2:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return tanh(d, v); });
    case 3:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return gelu(d, v); });
    case 4:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return expm1_of_negative(d, hn::Neg(hn::Abs(v))); });
    default:
      return each(x, y, n, [](auto d, auto v) HWY_ATTR { return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(v)); });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "hwy/targets.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace etk::vec {

HWY_EXPORT(compute);

namespace {

constexpr size_t kBlock = 4096;

struct Exact {
  const char* name;
  double (*function)(double);
};

const Exact kFunctions[] = {
    {"exp", [](double x) { return std::exp(x); }},
    {"sigmoid", [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"gelu", [](double x) { return x * std::erfc(-x * std::sqrt(0.5)) / 2; }},
    {"expm1 of negative", [](double x) { return std::expm1(-std::abs(x)); }},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
};

// The distance of a float from the exact value, in units in its last place.
double error(float got, double exact) {
  const auto rounded = static_cast<float>(exact);
  if (std::isnan(rounded) || std::isnan(got)) {
    return std::isnan(rounded) == std::isnan(got) ? 0 : 1e9;
  }
  if (std::isinf(rounded) || std::isinf(got)) {
    return rounded == got ? 0 : std::isinf(got) && std::abs(exact) > 3.402823e38 ? 1 : 1e9;
  }
  int exponent;
  std::frexp(exact, &exponent);
  const double ulp = std::ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
  return std::abs(got - exact) / ulp;
}

// The SIMD targets that this processor has.
std::vector<int64_t> targets() {
#ifdef ETK_RUNTIME_DISPATCH
  const int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
#else
  const int64_t all = HWY_STATIC_TARGET;
#endif
  std::vector<int64_t> list;
  for (int64_t left = all; left; left &= left - 1) {
    list.push_back(left & -left);
  }
  return list;
}

void choose([[maybe_unused]] int64_t target) {
#ifdef ETK_RUNTIME_DISPATCH
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
}

struct Worst {
  int64_t target;
  double error = 0;
  float at = 0;
};

// The worst results of a function. What takes the time are the exact values: all targets share them.
std::vector<Worst> check(int function, uint64_t step) {
  alignas(64) float x[kBlock], y[kBlock];
  double exact[kBlock];
  std::vector<Worst> worst;
  for (const int64_t target : targets()) {
    worst.push_back({target});
  }
  for (uint64_t bits = 0; bits < uint64_t{1} << 32;) {
    for (size_t i = 0; i < kBlock; ++i, bits += step) {
      const auto pattern = static_cast<uint32_t>(bits < uint64_t{1} << 32 ? bits : 0);
      std::memcpy(&x[i], &pattern, sizeof(pattern));
      exact[i] = kFunctions[function].function(x[i]);
    }
    for (Worst& each : worst) {
      choose(each.target);
      HWY_DYNAMIC_DISPATCH(compute)(function, x, y, kBlock);
      for (size_t i = 0; i < kBlock; ++i) {
        const double e = error(y[i], exact[i]);
        if (e > each.error) {
          each.error = e;
          each.at = x[i];
        }
      }
    }
    choose(0);  // all
  }
  return worst;
}

int run(uint64_t step, int argc, char** argv) {
  bool right = true;
  for (int f = 0; f < static_cast<int>(sizeof(kFunctions) / sizeof(*kFunctions)); ++f) {
    const char* name = kFunctions[f].name;
    const auto is_it = [name](const char* argument) { return std::strcmp(argument, name) == 0; };
    if (argc > 0 && std::none_of(argv, argv + argc, is_it)) {
      continue;
    }
    for (const Worst& each : check(f, step)) {
      std::printf(
          "%-18s %-6s %.2f ulp at %a\n", name, hwy::TargetName(each.target), each.error,
          static_cast<double>(each.at));
      right = right && each.error <= 2;
    }
    std::fflush(stdout);
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace etk::vec

int main(int argc, char** argv) {
  const uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  return etk::vec::run(step ? step : 1, argc > 2 ? argc - 2 : 0, argv + 2);
}

#endif  // HWY_ONCE
