// Transforms as many lines at once as a vector has lanes: vector k has number k of each line in its lane.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/fourier/fourier_block.cpp"
#include "vec/base/each_target.h"

#include "vec/fourier/fourier-inl.h"
#include "vec/fourier/fourier_lines-inl.h"
#include "vec/fourier/fourier_plan.h"  // IWYU pragma: associated
#include "vec/fourier/fourier_stages-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Converts the transform of a packed line to the transform of the line, or the inverse. Number k is at
// place(k).
template <class Place>
HWY_INLINE void unpack_block(const FourierPlan& plan, const Numbers& numbers, const Place& place) {
  const Tag d;
  const size_t half = plan.length;
  const V scale = hn::Set(d, plan.forward ? plan.scale / 2 : plan.scale);
  if (plan.forward) {
    store(load(numbers, 0), numbers, half);
  } else {
    // The imaginary parts of these numbers are 0 for a real line.
    for (const size_t k : {size_t{0}, half}) {
      store(number(real(load(numbers, k)), hn::Zero(d)), numbers, k);
    }
  }
  for (size_t k = 0; k <= half - k; ++k) {
    const size_t first = place(k), second = place(half - k);
    const C angle = root(plan.roots, k);
    const C u = number(imag(angle), plan.forward ? hn::Neg(real(angle)) : real(angle));
    C a = load(numbers, first), b = load(numbers, second);
    unpack(a, b, scale, times(u, scale));
    store(b, numbers, second);
    store(a, numbers, first);
  }
}

// Sets the numbers from `given` to `end` to the conjugates of the others of the n.
template <class Place>
HWY_INLINE void add_conjugates(
    size_t given, size_t end, size_t n, const Numbers& numbers, const Place& place) {
  for (size_t k = given; k < end; ++k) {
    store(conjugate(load(numbers, place(n - k))), numbers, k);
  }
}

void run_block(const FourierPlan& plan, const LineSet& from, const LineSet& to, float* block) {
  const size_t lanes = hn::Lanes(Tag());
  const Numbers numbers = {block, block + lanes, 2 * lanes};
  const auto in_order = [](size_t k) { return k; };
  const auto in_place = [&plan](size_t k) { return size_t{plan.places[k]}; };
  if (!plan.from.is_complex) {
    std::memset(block, 0, plan.n * 2 * lanes * sizeof(float));
  }
  read_lines(plan.from, from, numbers);
  if (!plan.packed) {
    add_conjugates(plan.from.count, plan.n, plan.n, numbers, in_order);
  } else if (!plan.forward) {
    unpack_block(plan, numbers, in_order);
  }
  const Numbers swapped = {numbers.im, numbers.re, numbers.stride};
  transform_in_place(plan.roots, plan.length, plan.forward ? numbers : swapped);
  if (plan.packed && plan.forward) {
    unpack_block(plan, numbers, in_place);
    add_conjugates(plan.n / 2 + 1, plan.to.count, plan.n, numbers, in_place);
  }
  const V scale = hn::Set(Tag(), plan.scale);
  for (size_t k = 0; !plan.packed && plan.scale != 1 && k < plan.n; ++k) {
    store(times(load(numbers, k), scale), numbers, k);
  }
  write_lines(plan.to, to, plan.places, numbers);
}

size_t lanes_of_floats() {
  return hn::Lanes(Tag());
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(run_block);
HWY_EXPORT(lanes_of_floats);

void transform_block(const FourierPlan& plan, const LineSet& from, const LineSet& to, float* memory) {
  HWY_DYNAMIC_DISPATCH(run_block)(plan, from, to, memory);
}

void find_places(const FourierPlan& plan, uint32_t* places) {
  const auto count = static_cast<uint32_t>(plan.length);
  places[0] = 0;
  // Numbers that are `step` apart in the result are adjacent, recursively.
  uint32_t left = count;
  for (uint32_t step = 1; left > 1;) {
    const auto p = static_cast<uint32_t>(next_factor(left));
    left /= p;
    for (uint32_t k = step; k < step * p; ++k) {
      places[k] = places[k - step] + left;
    }
    step *= p;
  }
  for (uint32_t k = count; k < plan.most(); ++k) {
    places[k] = k;
  }
}

size_t fourier_lanes() {
  return HWY_DYNAMIC_DISPATCH(lanes_of_floats)();
}

}  // namespace etk::vec

#endif  // HWY_ONCE
