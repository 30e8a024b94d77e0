// Compares vector functions with the exact values, for every STEP-th float: check_floats STEP [FUNCTION...]
//
// Functions of two floats are compared for as many pairs, which are drawn. Prints, for each function and SIMD
// target that this processor has, the largest error in units in the last place of the exact value, and where
// it is. Fails if one is larger than 2.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/vector_math/check_floats.cpp"
#include "vec/base/each_target.h"

#include "vec/math/arc-inl.h"
#include "vec/math/division-inl.h"
#include "vec/math/erf-inl.h"
#include "vec/math/exponential-inl.h"
#include "vec/math/gamma-inl.h"
#include "vec/math/logarithm-inl.h"
#include "vec/math/power-inl.h"
#include "vec/math/trigonometry-inl.h"

#include <cmath>
#include <cstdint>
#include <cstring>

// What is checked: functions that have this name for vectors of floats, and for doubles in <cmath> or below.
// clang-format off
#define ETK_CHECKED_FUNCTIONS(OF_ONE, OF_TWO)                                                            \
  OF_ONE(acos) OF_ONE(asin) OF_ONE(atan) OF_ONE(atanh) OF_ONE(cos) OF_ONE(cosh) OF_ONE(erf) OF_ONE(erfc) \
  OF_ONE(exp) OF_ONE(exp2) OF_ONE(expm1) OF_ONE(gelu) OF_ONE(lgamma) OF_ONE(log) OF_ONE(log10)           \
  OF_ONE(log1p) OF_ONE(log2) OF_ONE(rsqrt) OF_ONE(sigmoid) OF_ONE(sin) OF_ONE(sinh) OF_ONE(tan)          \
  OF_ONE(tanh)                                                                                           \
  OF_TWO(atan2) OF_TWO(hypot) OF_TWO(pow) OF_TWO(remainder)
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class F>
HWY_INLINE void compute(const float* x, const float* y, float* results, size_t n, const F& f) {
  const hn::ScalableTag<float> d;
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    hn::StoreU(f(d, hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, results + i);
  }
}

#define ETK_COMPUTE(function, call)                                                                   \
  void compute_##function(const float* x, const float* y, float* results, size_t n) {                 \
    compute(x, y, results, n, [](auto d, auto a, [[maybe_unused]] auto b) HWY_ATTR { return call; }); \
  }
#define ETK_COMPUTE_ONE(function) ETK_COMPUTE(function, function(d, a))
#define ETK_COMPUTE_TWO(function) ETK_COMPUTE(function, function(d, a, b))
ETK_CHECKED_FUNCTIONS(ETK_COMPUTE_ONE, ETK_COMPUTE_TWO)
#undef ETK_COMPUTE
#undef ETK_COMPUTE_ONE
#undef ETK_COMPUTE_TWO

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

namespace exact {
using namespace std;

static double gelu(double x) {
  return x * erfc(-x * sqrt(0.5)) / 2;
}

static double remainder(double x, double y) {
  return fmod(x, y);
}

static double rsqrt(double x) {
  return 1 / sqrt(x);
}

static double sigmoid(double x) {
  return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}

}  // namespace exact

#define ETK_EXPORT(function) HWY_EXPORT(compute_##function);
ETK_CHECKED_FUNCTIONS(ETK_EXPORT, ETK_EXPORT)
#undef ETK_EXPORT

namespace {

constexpr size_t kBlock = 4096;

struct Function {
  const char* name;
  bool is_of_two;
  double (*exact)(double, double);
  // With the vectors that are chosen.
  void (*compute)(const float* x, const float* y, float* results, size_t n);
};

const Function kFunctions[] = {
#define ETK_FUNCTION(function, is_of_two, call)                                                     \
  {#function, is_of_two, [](double x, [[maybe_unused]] double y) -> double { return exact::call; }, \
   [](const float* x, const float* y, float* results, size_t n) {                                   \
     HWY_DYNAMIC_DISPATCH(compute_##function)(x, y, results, n);                                    \
   }},
#define ETK_FUNCTION_ONE(function) ETK_FUNCTION(function, false, function(x))
#define ETK_FUNCTION_TWO(function) ETK_FUNCTION(function, true, function(x, y))
    ETK_CHECKED_FUNCTIONS(ETK_FUNCTION_ONE, ETK_FUNCTION_TWO)
#undef ETK_FUNCTION
#undef ETK_FUNCTION_ONE
#undef ETK_FUNCTION_TWO
};

float float_of(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Draws pairs of floats of several kinds, the same ones each time.
class Pairs {
 public:
  void draw(float& x, float& y) {
    switch (next() % 4) {
      case 0:
        x = special();
        y = special();
        break;
      case 1:
        x = float_of(next());
        y = float_of(next());
        break;
      case 2:
        x = within(8);
        y = within(8);
        break;
      default:  // what has large powers that are floats
        x = 1 + within(20) * 0x1p-22f;
        y = within(24);
    }
  }

 private:
  uint32_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state_ >> 32);
  }

  // Between 2^-exponent and 2^exponent.
  float within(int exponent) {
    const int drawn = static_cast<int>(next() % (2 * static_cast<uint32_t>(exponent)));
    return std::ldexp(float_of(0x3F800000 | (next() >> 9)), drawn - exponent) * (next() & 1 ? 1 : -1);
  }

  float special() {
    const float numbers[] = {0,      1,        2,     3,           0.5f,        1.5f,          1e10f,
                             1e-40f, 4e9f,     1e38f, 16777215.0f, 16777217.0f, 3.4028235e38f, INFINITY,
                             NAN,    0x1p-149f};
    return numbers[next() % 16] * (next() & 1 ? 1 : -1);
  }

  uint64_t state_ = 0;
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
  if (exact == 0 && got == 0) {
    return std::signbit(exact) == std::signbit(got) ? 0 : 1e9;
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
  float x = 0, y = 0;
};

// The worst results of a function. What takes the time are the exact values: all targets share them.
std::vector<Worst> check(const Function& function, uint64_t step) {
  alignas(64) float x[kBlock], y[kBlock] = {}, results[kBlock];
  double exact[kBlock];
  Pairs pairs;
  std::vector<Worst> worst;
  for (const int64_t target : targets()) {
    worst.push_back({target});
  }
  for (uint64_t bits = 0; bits < uint64_t{1} << 32;) {
    for (size_t i = 0; i < kBlock; ++i, bits += step) {
      x[i] = float_of(static_cast<uint32_t>(bits < uint64_t{1} << 32 ? bits : 0));
      if (function.is_of_two) {
        pairs.draw(x[i], y[i]);
      }
      exact[i] = function.exact(static_cast<double>(x[i]), static_cast<double>(y[i]));
    }
    for (Worst& each : worst) {
      choose(each.target);
      function.compute(x, y, results, kBlock);
      for (size_t i = 0; i < kBlock; ++i) {
        const double e = error(results[i], exact[i]);
        if (e > each.error) {
          each = {each.target, e, x[i], y[i]};
        }
      }
    }
    choose(0);  // all
  }
  return worst;
}

int run(uint64_t step, int argc, char** argv) {
  bool right = true;
  for (const Function& function : kFunctions) {
    const char* name = function.name;
    const auto is_it = [name](const char* argument) { return std::strcmp(argument, name) == 0; };
    if (argc > 0 && std::none_of(argv, argv + argc, is_it)) {
      continue;
    }
    for (const Worst& each : check(function, step)) {
      std::printf(
          "%-9s %-6s %.2f ulp at %a", name, hwy::TargetName(each.target), each.error,
          static_cast<double>(each.x));
      std::printf(function.is_of_two ? ", %a\n" : "\n", static_cast<double>(each.y));
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
