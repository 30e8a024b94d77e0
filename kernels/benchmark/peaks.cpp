// The most that this machine does: floating point operations a second, in registers alone, of as many threads
// as the argument says, and bytes a second that one of them reads from memory.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/benchmark/peaks.cpp"
#include "vec/each_target.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace peaks {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Multiplies and adds `times` times; returns floating point operations.
double multiply(size_t times, float* result) {
  const hn::ScalableTag<float> d;
  const auto x = hn::Set(d, 0.999f), y = hn::Set(d, 0.001f);
  auto a = y, b = y, c = y, e = y, f = y, g = y, h = y, i = y, j = y, k = y;
  for (size_t n = 0; n < times; ++n) {
    a = hn::MulAdd(a, x, y);
    b = hn::MulAdd(b, x, y);
    c = hn::MulAdd(c, x, y);
    e = hn::MulAdd(e, x, y);
    f = hn::MulAdd(f, x, y);
    g = hn::MulAdd(g, x, y);
    h = hn::MulAdd(h, x, y);
    i = hn::MulAdd(i, x, y);
    j = hn::MulAdd(j, x, y);
    k = hn::MulAdd(k, x, y);
  }
  const auto first = hn::Add(hn::Add(a, b), hn::Add(c, e));
  const auto second = hn::Add(hn::Add(f, g), hn::Add(hn::Add(h, i), hn::Add(j, k)));
  *result = hn::ReduceSum(d, hn::Add(first, second));
  return 2.0 * 10 * static_cast<double>(hn::Lanes(d) * times);
}

double read(const float* from, size_t count, float* result) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  auto a = hn::Zero(d), b = a;
  for (size_t i = 0; i + 2 * lanes <= count; i += 2 * lanes) {
    a = hn::Max(a, hn::LoadU(d, from + i));
    b = hn::Max(b, hn::LoadU(d, from + i + lanes));
  }
  *result = hn::ReduceSum(d, hn::Add(a, b));
  return static_cast<double>(count * sizeof(float));
}

}  // namespace HWY_NAMESPACE
}  // namespace peaks
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace peaks {

HWY_EXPORT(multiply);
HWY_EXPORT(read);

// The best of some runs of f, which returns how much it has done, in units a second.
template <typename F>
double best(F f) {
  double most = 0;
  for (int run = 0; run < 15; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const double done = f();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    most = done / seconds > most ? done / seconds : most;
  }
  return most;
}

// What all of them do together.
double multiply_at_once(int threads) {
  std::vector<std::thread> others;
  std::vector<double> done(static_cast<size_t>(threads));
  for (double& each : done) {
    others.emplace_back([&each] {
      float result;
      each = HWY_DYNAMIC_DISPATCH(multiply)(1000000, &result);
    });
  }
  double all = 0;
  for (size_t i = 0; i < others.size(); ++i) {
    others[i].join();
    all += done[i];
  }
  return all;
}

int run(int threads) {
  float result;
  const std::vector<float> memory(size_t{1} << 26, 1.0f);
  const double flops = best([&] { return multiply_at_once(threads); });
  const double bytes =
      best([&] { return HWY_DYNAMIC_DISPATCH(read)(memory.data(), memory.size(), &result); });
  std::printf("flops %.6g\nbytes %.6g\n", flops, bytes);
  return result == 0;
}

}  // namespace peaks

int main(int argc, char** argv) {
  return peaks::run(argc > 1 ? std::atoi(argv[1]) : 1);
}

#endif  // HWY_ONCE
