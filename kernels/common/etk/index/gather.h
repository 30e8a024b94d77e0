// Gather and scatter: for each element i of a tensor of indices, one element moves between index[i] of a
// dimension of one tensor and i of another tensor. The indices in all other dimensions are equal.
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

/// Views of one shape, with at least one dimension. The element of `each` with value `index` corresponds to
/// the element of `whole` that is index · `along` bytes further on.
struct NamedPlaces {
  View whole, each, index;
  size_t dim;  // the dimension that is indexed
  ptrdiff_t along;
};

/// If `gathers`, copies elements from `whole` to `each`; otherwise scatters from `each` to `whole`, in order,
/// so that the last of several elements with one index is kept.
void move_places(const NamedPlaces& places, bool gathers);

/// The functions that check indices and move elements, like are_indices and move_places.
struct PlaceFunctions {
  IndicesFunction are_indices = etk::are_indices;
  void (*move)(const NamedPlaces& places, bool gathers) = move_places;
};

/// A tensor, a dimension of it, and a tensor of indices into that dimension.
class Places {
 public:
  explicit Places(PlaceFunctions functions) : functions_(functions) {}

  /// Whether the arguments are valid. All other members require that it returned true.
  bool read(const Tensor& tensor, int64_t dim, const Tensor& index);

  /// Whether a tensor has an element for each index.
  bool fit(const Tensor& other) const;

  /// Gathers the indexed elements of `from` into `out`.
  void gather(const Tensor& from, Tensor& out) const;

  /// Scatters `src` to the indexed elements of `out`.
  void scatter(const View& src, Tensor& out) const;

  /// Adds `src` to the indexed elements of `out`. `faster` may be null; it returns false if it does not
  /// support the views. If widening is needed, sums are kept for kRoom elements at a time.
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
  // Adds each value whose index is in [start, start + size) to the element at index - start of the block.
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

/// Gathers elements of self into `out`.
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
