// The plane pattern: each element of a plane is computed from a window onto the corresponding plane of
// another tensor. A plane consists of the last one to three dimensions of a tensor; the dimensions before
// them are batch and channels.
//
// The pattern serves pools and their gradients: an element of the input's gradient gathers from the windows
// that contain it. Its sum is accumulated in the compute type and stored once, without temporary memory.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/window.h"
#include "etk/reduce/rows.h"

namespace etk {

/// The windows: the range of indices of each result in a dimension.
class Spans {
 public:
  virtual Span at(size_t d, int64_t place) const = 0;

 protected:
  ~Spans() = default;
};

/// A window onto a plane. PlaneWindowOf has the interface for the function.
class PlaneWindow {
 public:
  PlaneWindow(const View& from, const View& to, const View* indices, size_t rank);
  PlaneWindow(const PlaneWindow&) = delete;
  PlaneWindow& operator=(const PlaneWindow&) = delete;

  /// The position in the plane of the result.
  Window::Index place = {0, 0, 0};

 protected:
  // An iteration over the window, a few elements of a line at a time.
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

  /// Sets `at` to the position of the first element in the window; if the window is empty, the position is
  /// outside the plane.
  void find_first(Window::Index& at) const {
    for (size_t d = 0; d < rank_; ++d) {
      at[d] = spans_[d].first;
    }
  }

  /// Calls f(x, at) for each element in the window and its position in the plane.
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

  /// Sets the element of the result and its index.
  void set(C value, int64_t index) {
    set(value);
    *reinterpret_cast<int64_t*>(address(*indices_, index_plane_, place)) = index;
  }
};

/// Computes an element. f: the function.
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

/// Computes the planes of `to`, which have `rank` dimensions, from the planes of `from`, which has the same
/// dtype. `indices` is null, or a tensor of Long with the shape of `to`.
void run_planes(
    PlaneFunction function,
    const void* f,
    const Spans& spans,
    size_t rank,
    const View& from,
    const View& to,
    const View* indices);

}  // namespace etk
