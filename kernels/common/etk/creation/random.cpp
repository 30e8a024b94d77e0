#include "etk/creation/random.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

#include <executorch/runtime/platform/platform.h>

#include <cmath>

namespace etk {
namespace {

// The odd number nearest to 2^64 divided by the golden ratio.
constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

uint64_t hash(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

Random::Random(const Tensor& out) {
  const uint64_t time = executorch::runtime::pal_current_ticks();
  const auto place = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(out.const_data_ptr()));
  counter_ = hash(hash(time + kStep) ^ place);
}

uint64_t Random::bits() {
  counter_ += kStep;
  return hash(counter_);
}

double Random::uniform(ScalarType dtype) {
  const int digits = dtype == ScalarType::Half       ? 11
                     : dtype == ScalarType::BFloat16 ? 8
                     : dtype == ScalarType::Float    ? 24
                                                     : 53;
  return std::ldexp(static_cast<double>(bits() >> (64 - digits)), -digits);
}

double Random::normal() {
  // The Box–Muller transform. The argument of the logarithm is in (0, 1], so that it is finite.
  const double radius = std::sqrt(-2 * std::log(1 - uniform(ScalarType::Double)));
  return radius * std::cos(6.283185307179586 * uniform(ScalarType::Double));
}

uint64_t Random::below(uint64_t n) {
  // Numbers from the last multiple of n on are rejected, because they would make some remainders more likely
  // than others.
  const uint64_t excess = (0 - n) % n;  // 2^64 mod n
  uint64_t x = bits();
  while (x < excess) {
    x = bits();
  }
  return x % n;
}

namespace {

// Sets each element to a value of type T, whose dtype is `dtype`.
template <typename T, typename Draw>
void fill_drawn(Tensor& out, ScalarType dtype, const Draw& draw) {
  Random random(out);
  const View to(out);
  Loop loop(to);
  loop.add(to);
  loop.simplify();
  ChunkBuffer values;
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    for (size_t i = 0; i < n; ++i) {
      reinterpret_cast<T*>(values.bytes)[i] = draw(random);
    }
    write(dtype, values.bytes, n, to.dtype, cursor.at(0), loop.inner_stride(0));
    cursor.step(n);
  }
}

}  // namespace

void fill_random(Tensor& out, double (*draw)(Random& random, ScalarType dtype)) {
  const ScalarType dtype = out.scalar_type();
  fill_drawn<double>(out, ScalarType::Double, [=](Random& random) { return draw(random, dtype); });
}

void fill_random(
    Tensor& out, double (*draw)(Random& random, ScalarType dtype, double a, double b), double a, double b) {
  const ScalarType dtype = out.scalar_type();
  fill_drawn<double>(out, ScalarType::Double, [=](Random& random) { return draw(random, dtype, a, b); });
}

void fill_random_integers(Tensor& out, int64_t low, int64_t high) {
  const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  fill_drawn<int64_t>(out, ScalarType::Long, [=](Random& random) {
    return static_cast<int64_t>(static_cast<uint64_t>(low) + random.below(count));
  });
}

}  // namespace etk
