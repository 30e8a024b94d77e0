// Gathering and scattering: for each element i of a tensor of indices, one element moves between place
// index[i] of a dimension of a tensor and place i of another. In all other dimensions the places are equal.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/indices.h"

#include <type_traits>

namespace etk {

/// a + b; integers wrap around.
template <typename C>
C wrapping_sum(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    return static_cast<C>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}

/// Views of one shape, with one dimension at least. An element of `each` moves to or from that of `whole`
/// which is as many times `along` bytes further on as the element of `index` says.
struct NamedPlaces {
  View whole, each, index;
  size_t dim;  // that the indices are of
  ptrdiff_t along;
};

/// Copies elements from `whole` to `each`, or else back: in order, so that the last of several that are
/// scattered to one place stays there.
void move_places(const NamedPlaces& places, bool gathers);

/// What checks indices and moves elements as are_indices and move_places do.
struct PlaceFunctions {
  IndicesFunction are_indices = etk::are_indices;
  void (*move)(const NamedPlaces& places, bool gathers) = move_places;
};

/// A tensor and a dimension of it, of which `index` names places.
class Places {
 public:
  explicit Places(PlaceFunctions functions) : functions_(functions) {}

  /// Whether the places exist, apart from the dimension named by `dim`; it must, before anything else is
  /// done.
  bool read(const Tensor& tensor, int64_t dim, const Tensor& index);

  /// Whether a tensor has an element for each index.
  bool fit(const Tensor& other) const;

  /// Sets `out` to the elements at the places of `from`.
  void gather(const Tensor& from, Tensor& out) const;

  /// Sets the elements at the places of `out` to those of `src`.
  void scatter(const View& src, Tensor& out) const;

  /// Adds those of `src` to them; by `faster`, which is false if it does not take the views, and perhaps
  /// null. What has to be widened is added up for kRoom places at a time.
  template <const char* kOp, size_t kRoom>
  void scatter_add(bool (*faster)(const NamedPlaces& places), const Tensor& src, Tensor& out) const {
    static constexpr auto instances =
        instantiate<kOp, kNumbers, AddFunction>([](auto c) { return add_block<decltype(c)>; });
    if (index_->numel() > 0 && !(faster && faster(places_of(View(out), View(src))))) {
      int64_t totals[kRoom];
      add(instances.find(out.scalar_type()), totals, kRoom, src, out);
    }
  }

 private:
  // Adds each value whose index is in [start, start + size) to that element of the block.
  using AddFunction = void (*)(
      const int64_t* indices, const void* values, size_t n, int64_t start, int64_t size, void* block);

  template <typename C>
  static void add_block(
      const int64_t* indices, const void* values, size_t n, int64_t start, int64_t size, void* block) {
    for (size_t i = 0; i < n; ++i) {
      const int64_t at = indices[i] - start;
      if (at >= 0 && at < size) {
        C& total = static_cast<C*>(block)[at];
        total = wrapping_sum(total, static_cast<const C*>(values)[i]);
      }
    }
  }

  NamedPlaces places_of(const View& whole, const View& each) const;
  void move(const View& whole, const View& each, bool gathers) const;
  void add(AddFunction add, void* totals, size_t room, const Tensor& src, Tensor& out) const;

  PlaceFunctions functions_;
  std::optional<View> index_;
  size_t dim_ = 0;
};

/// Sets `out` to elements of self.
template <const char* kOp>
ETK_INLINE Tensor& gather(Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  static constexpr auto functions = faster<kOp, PlaceFunctions>();
  ETK_REQUIRE(ctx, (accepts<kOp>(self, index)) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, !is_large_unsigned(self.scalar_type()), out);
  Places places(functions);
  ETK_REQUIRE(ctx, places.read(self, dim, index) && are_apart(index, out), out);
  if (resize(ctx, out, Shape(index))) {
    places.gather(self, out);
  }
  return out;
}

}  // namespace etk
