// The pooling pattern: what an operator makes of each window of each plane of a tensor (…, spatial
// dimensions).
#pragma once

#include "etk/dtype.h"
#include "etk/rows.h"
#include "etk/window.h"

namespace etk {

class PoolWindow;

/// Computes one window: f, the window.
using PoolFunction = void (*)(const void* f, PoolWindow& window);

/// A pool over the last dimensions of a tensor, which has one or two more: (batch,) channels.
class Pool {
 public:
  Pool(const Tensor& self, size_t spatial);

  /// Reads the parameters; false if they fit neither each other nor the tensor. No stride means the kernel's
  /// size.
  bool read(
      ArrayRef<int64_t> kernel,
      ArrayRef<int64_t> stride,
      ArrayRef<int64_t> padding,
      ArrayRef<int64_t> dilation,
      bool ceil_mode);

  /// Resizes the outs and computes them: f is called with a PoolWindowOf<C>& for each window.
  template <const char* kOp, unsigned kComputes, typename F>
  void run(Context& ctx, Tensor& out, Tensor* indices, const F& f);

 private:
  void run(
      Context& ctx,
      const Instances<PoolFunction>& instances,
      Tensor& out,
      Tensor* indices,
      const void* f) const;

  const Tensor& self_;
  Window window_;
  Shape shape_;  // of the outs
};

/// A window at one place. What it offers to the function is in PoolWindowOf.
class PoolWindow {
 public:
  PoolWindow(const PoolWindow&) = delete;
  PoolWindow& operator=(const PoolWindow&) = delete;

  /// Elements of the window that lie in the input or its padding.
  int64_t padded_size() const;

 protected:
  explicit PoolWindow(const Window& window) : window_(window) {}

  const Window& window_;
  ScalarType dtype_;
  const char* plane_;
  const ptrdiff_t* strides_;  // of the plane
  Window::Index out_ = {0, 0, 0};
  char* result_;
  char* result_index_;

  friend class Pool;
};

/// A window of values of compute type C.
template <typename C>
class PoolWindowOf : public PoolWindow {
 public:
  using Value = C;

  /// Calls f(x, index) for every element of the input in the window, with its index in the plane.
  template <typename F>
  void for_each(F&& f) const {
    Window::Index k = {0, 0, 0};
    do {
      Window::Index at;
      if (!window_.locate(out_, k, at)) {
        continue;
      }
      const char* data = plane_;
      int64_t index = 0;
      for (size_t d = 0; d < window_.rank; ++d) {
        data += at[d] * strides_[d];
        index = index * window_.input[d] + at[d];
      }
      C x;
      load(dtype_, data, 0, 1, &x);
      f(x, index);
    } while (advance(k, window_.kernel));
  }

  void set(C value) {
    store(dtype_, &value, 1, result_, 0);
  }
  void set(C value, int64_t index) {
    set(value);
    *reinterpret_cast<int64_t*>(result_index_) = index;
  }
};

namespace internal {

template <typename C, typename F>
void pool_function(const void* f, PoolWindow& window) {
  (*static_cast<const F*>(f))(static_cast<PoolWindowOf<C>&>(window));
}

}  // namespace internal

template <const char* kOp, unsigned kComputes, typename F>
void Pool::run(Context& ctx, Tensor& out, Tensor* indices, const F& f) {
  static constexpr auto instances = instantiate<kOp, kComputes, PoolFunction>(
      [](auto c) { return internal::pool_function<decltype(c), F>; });
  run(ctx, instances, out, indices, &f);
}

}  // namespace etk
