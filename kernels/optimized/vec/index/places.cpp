#include "vec/index/places.h"

#include "etk/base/loop.h"
#include "vec/base/elements.h"
#include "vec/base/parallel.h"
#include "vec/index/gather.h"

#include <cstring>

namespace etk::vec {
namespace {

// A run of indices, and the elements that correspond to the first of them. All strides are in bytes.
struct PlaceRun {
  char *whole, *each;
  const char* index;
  ptrdiff_t whole_stride, each_stride, index_stride, along;
  size_t n;

  // Whether indices and elements are contiguous, and all indices refer to the same row.
  bool is_array(size_t element_size) const {
    return whole_stride == 0 && each_stride == static_cast<ptrdiff_t>(element_size) &&
           index_stride == static_cast<ptrdiff_t>(sizeof(int64_t));
  }
};

using RunFunction = void (*)(const PlaceRun& run);

void for_each_run(const NamedPlaces& places, RunFunction f) {
  Loop loop(places.index);
  for (const View* view : {&places.whole, &places.each, &places.index}) {
    loop.add(*view);
  }
  loop.simplify(/*keep_order=*/true);
  PlaceRun run{};
  run.whole_stride = loop.inner_stride(0);
  run.each_stride = loop.inner_stride(1);
  run.index_stride = loop.inner_stride(2);
  run.along = places.along;
  for (Cursor cursor(loop); cursor.left(); cursor.step(run.n)) {
    run.whole = cursor.at(0);
    run.each = cursor.at(1);
    run.index = cursor.at(2);
    run.n = cursor.left();
    f(run);
  }
}

// Runs f over all elements with several threads. Elements whose index differs in another dimension than the
// indexed one move to different addresses, so that threads can divide such a dimension.
void parallel_runs(const NamedPlaces& places, RunFunction f) {
  const Shape& shape = places.index;
  size_t widest = places.dim;
  const size_t all = shape.numel();
  const bool divides = is_divided(all);
  for (size_t d = 0; d < shape.rank && divides; ++d) {
    if (d != places.dim && (widest == places.dim || shape.sizes[d] > shape.sizes[widest])) {
      widest = d;
    }
  }
  if (widest == places.dim) {
    return for_each_run(places, f);
  }
  const auto size = static_cast<size_t>(shape.sizes[widest]);
  parallel(size, all / size, [&](size_t begin, size_t end) {
    NamedPlaces part = places;
    for (View* view : {&part.whole, &part.each, &part.index}) {
      view->slice(widest, static_cast<int64_t>(begin), static_cast<int64_t>(end - begin));
    }
    for_each_run(part, f);
  });
}

// Calls f(place, other) for the elements of a run.
template <typename F>
ETK_INLINE void for_each_place(const PlaceRun& run, const F& f) {
  const PlaceRun all = run;  // a copy, which the compiler knows not to change
  char *whole = all.whole, *each = all.each;
  const char* index = all.index;
  for (size_t i = 0; i < all.n; ++i) {
    int64_t at;
    std::memcpy(&at, index, sizeof(at));
    f(whole + at * all.along, each);
    whole += all.whole_stride;
    each += all.each_stride;
    index += all.index_stride;
  }
}

// Calls f(place, value) for the elements of a run. Arrays are processed two elements per iteration, which is
// faster.
template <typename T, typename F>
ETK_INLINE void for_each_value(const PlaceRun& run, const F& f) {
  if (!run.is_array(sizeof(T))) {
    return for_each_place(run, [&](char* place, const char* other) {
      T value;
      std::memcpy(&value, other, sizeof(T));
      f(place, value);
    });
  }
  const auto* index = reinterpret_cast<const int64_t*>(run.index);
  const auto* values = reinterpret_cast<const T*>(run.each);
  char* const whole = run.whole;
  const ptrdiff_t along = run.along;
  const size_t n = run.n;
  size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    char *first = whole + index[i] * along, *second = whole + index[i + 1] * along;
    const T a = values[i], b = values[i + 1];
    f(first, a);
    f(second, b);
  }
  if (i < n) {
    f(whole + index[i] * along, values[i]);
  }
}

template <typename T>
void gather_run(const PlaceRun& run) {
  if (run.is_array(sizeof(T))) {
    const auto* index = reinterpret_cast<const int64_t*>(run.index);
    gather_elements(run.whole, run.along, index, run.n, sizeof(T), run.each);
  } else {
    for_each_place(run, [](const char* place, char* other) { std::memcpy(other, place, sizeof(T)); });
  }
}

template <typename T>
void scatter_run(const PlaceRun& run) {
  for_each_value<T>(run, [](char* place, T value) { std::memcpy(place, &value, sizeof(T)); });
}

template <typename T>
void add_run(const PlaceRun& run) {
  for_each_value<T>(run, [](char* place, T value) { *reinterpret_cast<T*>(place) += value; });
}

}  // namespace

void move_places(const NamedPlaces& places, bool gathers) {
  RunFunction move = nullptr;
  if (places.index.dtype == ScalarType::Long) {
    (void)with_size(places.whole.element_size, [&](auto element) {
      move = gathers ? gather_run<decltype(element)> : scatter_run<decltype(element)>;
    });
  }
  move ? parallel_runs(places, move) : etk::move_places(places, gathers);
}

bool add_to_places(const NamedPlaces& places) {
  RunFunction add = nullptr;
  if (places.index.dtype == ScalarType::Long) {
    (void)with_terms(places.whole.dtype, [&](auto term) { add = add_run<decltype(term)>; });
  }
  if (add) {
    parallel_runs(places, add);
  }
  return add;
}

}  // namespace etk::vec
