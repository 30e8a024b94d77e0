// Measures the machine's peak performance. Prints the number of bytes per second that one thread reads from
// memory, and the number of floating-point operations in a unit of work, which uses only registers and as
// many threads as the argument says. Then reads a number of units, and prints the time in seconds that they
// take.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/benchmark/peaks.cpp"
#include "vec/base/each_target.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace peaks {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Multiplies and adds `times` times; returns the number of floating-point operations. The sums have different
// initial values, because a compiler would merge equal ones.
double multiply(size_t times, float* result) {
  const hn::ScalableTag<float> d;
  const auto x = hn::Set(d, 0.999f), y = hn::Set(d, 0.001f);
  const auto start = [d](int i) HWY_ATTR { return hn::Set(d, 0.1f * static_cast<float>(i)); };
  auto a = start(0), b = start(1), c = start(2), e = start(3), f = start(4);
  auto g = start(5), h = start(6), i = start(7), j = start(8), k = start(9);
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

#include "kernels/testing/threads.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

namespace peaks {

HWY_EXPORT(multiply);
HWY_EXPORT(read);

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The maximum of several runs, in bytes per second.
double read_bytes() {
  const std::vector<float> memory(size_t{1} << 26, 1.0f);
  double most = 0;
  for (int run = 0; run < 15; ++run) {
    float result;
    const auto start = std::chrono::steady_clock::now();
    const double bytes = HWY_DYNAMIC_DISPATCH(read)(memory.data(), memory.size(), &result);
    most = std::max(most, bytes / seconds_since(start));
  }
  return most;
}

// Runs all threads at the same time. A new thread starts on the processor to which its creator is bound.
double multiply_at_once(int threads, size_t times) {
  std::vector<std::thread> others;
  std::vector<double> done(static_cast<size_t>(threads));
  const auto multiply_once = [&done, times](size_t thread) {
    float result;
    done[thread] = HWY_DYNAMIC_DISPATCH(multiply)(times, &result);
  };
  for (size_t i = done.size(); i-- > 0;) {
    kernel_host::bind_thread(0, i);
    if (i > 0) {
      others.emplace_back(multiply_once, i);
    }
  }
  multiply_once(0);
  for (std::thread& other : others) {
    other.join();
  }
  return std::accumulate(done.begin(), done.end(), 0.0);
}

void run(int threads) {
  constexpr size_t kOnce = 1000000;
  std::printf("%.6g %.6g\n", read_bytes(), multiply_at_once(threads, kOnce));
  std::fflush(stdout);
  for (int times; std::scanf("%d", &times) == 1;) {
    const auto start = std::chrono::steady_clock::now();
    multiply_at_once(threads, kOnce * static_cast<size_t>(times));
    std::printf("%.9g\n", seconds_since(start));
    std::fflush(stdout);
  }
}

}  // namespace peaks

int main(int argc, char** argv) {
  peaks::run(argc > 1 ? std::atoi(argv[1]) : 1);
}

#endif  // HWY_ONCE
