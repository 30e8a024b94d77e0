// The plane pattern: each element of a plane is computed from a window onto the same plane of another tensor.
// A plane is what the last one to three dimensions of a tensor span; those before it are batch and channels.
//
// Pools are made of planes, and so are their gradients: an element of the input gathers from the windows that
// it lies in. Its sum is taken in the compute type and stored once, without memory to accumulate in.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/window.h"
#include "etk/reduce/rows.h"

namespace etk {

/// The windows: which indices each place of the result sees in a dimension.
class Spans {
 public:
  virtual Span at(size_t d, int64_t place) const = 0;

 protected:
  ~Spans() = default;
};

/// A window onto a plane. What it offers to the function is in PlaneWindowOf.
class PlaneWindow {
 public:
  PlaneWindow(const View& from, const View& to, const View* indices, size_t rank);
  PlaneWindow(const PlaneWindow&) = delete;
  PlaneWindow& operator=(const PlaneWindow&) = delete;

  /// The place in the plane of the result.
  Window::Index place = {0, 0, 0};

 protected:
  // A walk through the window, a few elements of a line at a time.
  struct Walk {
    explicit Walk(const PlaneWindow& window) : window(window) {}
    // Reads elements from `at` on; false at the end.
    bool next();
    void step() {
      at[window.rank_ - 1] += window.spans_[window.rank_ - 1].step;
    }

    const PlaneWindow& window;
    Window::Index at = {0, 0, 0};     // in the plane
    Window::Index index = {0, 0, 0};  // in the window
    size_t n = 0;
    ChunkBuffer values;
  };

  void set(const void* value);

  char* address(const View& view, char* plane, const Window::Index& at) const;

  const View& from_;
  const View& to_;
  const View* indices_;
  const size_t rank_;
  Span spans_[Window::kMaxSpatial];
  char* from_plane_;
  char* to_plane_;
  char* index_plane_ = nullptr;

  friend void run_planes(
      void (*)(const void*, PlaneWindow&),
      const void*,
      const Spans&,
      size_t,
      const View&,
      const View&,
      const View*);
};

/// A window of values of compute type C.
template <typename C>
class PlaneWindowOf : public PlaneWindow {
 public:
  using Value = C;

  /// Sets `at` to the place of the first element in the window; that of a window without any is outside the
  /// plane.
  void find_first(Window::Index& at) const {
    for (size_t d = 0; d < rank_; ++d) {
      at[d] = spans_[d].first;
    }
  }

  /// Calls f(x, at) for every element in the window, with its place in the plane.
  template <typename F>
  void for_each(F&& f) const {
    for (Walk walk(*this); walk.next();) {
      const C* values = reinterpret_cast<const C*>(walk.values.bytes);
      for (size_t i = 0; i < walk.n; ++i, walk.step()) {
        f(values[i], walk.at);
      }
    }
  }

  /// Sets the element of the result.
  void set(C value) {
    PlaneWindow::set(&value);
  }

  /// Sets the index there as well.
  void set(C value, int64_t index) {
    set(value);
    *reinterpret_cast<int64_t*>(address(*indices_, index_plane_, place)) = index;
  }
};

/// Computes an element: f, its window.
using PlaneFunction = void (*)(const void* f, PlaneWindow& window);

namespace internal {

template <typename C, typename F>
void plane_function(const void* f, PlaneWindow& window) {
  (*static_cast<const F*>(f))(static_cast<PlaneWindowOf<C>&>(window));
}

}  // namespace internal

/// f for the dtypes that the build has selected. It is called with a PlaneWindowOf<C>& for each element.
template <const char* kOp, unsigned kComputes, typename F>
constexpr Instances<PlaneFunction> plane_instances() {
  return instantiate<kOp, kComputes, PlaneFunction>(
      [](auto c) { return internal::plane_function<decltype(c), F>; });
}

/// Computes the planes of `to`, of `rank` dimensions, from those of `from`, which has the same dtype.
/// `indices` is a tensor of Long that goes with `to`; or null.
void run_planes(
    PlaneFunction function,
    const void* f,
    const Spans& spans,
    size_t rank,
    const View& from,
    const View& to,
    const View* indices);

}  // namespace etk
