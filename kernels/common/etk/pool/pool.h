// Pools, which compute a value from each window of each plane of a tensor, and their gradients.
#pragma once

#include "etk/pool/planes.h"

#include <limits>

namespace etk {

/// The geometry of a pool over the last dimensions of a tensor, which has one or two more dimensions:
/// (batch,) channels.
class Pool {
 public:
  Pool(const Tensor& self, size_t spatial);

  /// Windows of one size that slide over the plane. False if the parameters are inconsistent or invalid for
  /// the tensor. Without a stride, it is the kernel's size.
  bool slide(
      ArrayRef<int64_t> kernel,
      ArrayRef<int64_t> stride,
      ArrayRef<int64_t> padding,
      ArrayRef<int64_t> dilation,
      bool ceil_mode);
  bool slide(ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride, ArrayRef<int64_t> padding, bool ceil_mode) {
    const int64_t dense = 1;
    return slide(kernel, stride, padding, ArrayRef<int64_t>(&dense, 1), ceil_mode);
  }

  /// A given number of windows, which cover the plane and have nearly the same size.
  bool adapt(ArrayRef<int64_t> windows, bool may_be_empty = false);

  /// The shape of tensors with one element per window.
  const Shape& shape() const {
    return shape_;
  }

  /// The lowest value of the input's dtype.
  template <typename C>
  C lowest() const {
    if constexpr (std::is_integral_v<C>) {
      const bool is_signed = self_.scalar_type() != ScalarType::Byte;
      return is_signed ? std::numeric_limits<C>::min() >> (64 - 8 * self_.element_size()) : 0;
    } else {
      return -std::numeric_limits<C>::infinity();
    }
  }

  const Window& window() const {
    return window_;
  }

  /// The indices of the window at `out` in dimension d.
  Span span(size_t d, int64_t out) const;

  /// The index of an element of the input in its plane.
  int64_t index_of(const Window::Index& at) const;

  /// The number of input elements in the window at `out`; with padding, the padding inside the window counts.
  int64_t size(const Window::Index& out, bool with_padding = false) const;
  /// The number of elements of the window at index `out` along dimension d.
  int64_t size(size_t d, int64_t out, bool with_padding) const;

  /// Computes `out`, and `indices` if it is not null, from `self`.
  template <const char* kOp, unsigned kComputes, typename F>
  void run(Context& ctx, Tensor& out, Tensor* indices, const F& f) const {
    static constexpr auto instances = plane_instances<kOp, kComputes, F>();
    run(ctx, instances, out, indices, &f);
  }

  /// Computes the gradient of self: f is called for each of its elements, with a window onto `grad_output`
  /// that contains all windows with that element.
  template <const char* kOp, unsigned kComputes, typename F>
  void run_backward(Context& ctx, const Tensor& grad_output, Tensor& grad_input, const F& f) const {
    static constexpr auto instances = plane_instances<kOp, kComputes, F>();
    run_backward(ctx, instances, grad_output, grad_input, &f);
  }

 private:
  struct Inputs;
  struct Windows;
  using Instanced = const Instances<PlaneFunction>&;

  // The range of windows that may contain index `in` of dimension d.
  Span windows_of(size_t d, int64_t in) const;

  void run(Context& ctx, Instanced instances, Tensor& out, Tensor* indices, const void* f) const;
  void run_backward(
      Context& ctx, Instanced instances, const Tensor& grad_output, Tensor& grad_input, const void* f) const;

  const Tensor& self_;
  Window window_;
  bool adaptive_ = false;
  Window::Index out_ = {1, 1, 1};  // windows in each dimension
  Shape shape_;
};

/// Whether means of windows are supported for the dtype.
constexpr bool is_averaged(ScalarType dtype) {
  return is_floating(dtype) || dtype == ScalarType::Long;
}

/// A sum of values of type C, divided by n.
template <typename C>
C divided(Wrapping<C> total, int64_t n) {
  if constexpr (std::is_integral_v<C>) {
    return static_cast<C>(n == -1 ? 0 - total : static_cast<uint64_t>(static_cast<C>(total) / n));
  } else {
    return total / static_cast<C>(n);
  }
}

/// Sets an element to the mean of its window.
struct PoolMean {
  const Pool& pool;
  bool with_padding = false;  // whether padding counts
  std::optional<int64_t> divisor = std::nullopt;

  int64_t divisor_at(const Window::Index& out) const {
    return divisor ? *divisor : pool.size(out, with_padding);
  }

  template <typename W>
  void operator()(W& window) const {
    using C = ValueOf<W>;
    Wrapping<C> total = 0;
    window.for_each([&](C x, auto&) { total += static_cast<Wrapping<C>>(x); });
    window.set(divided<C>(total, divisor_at(window.place)));
  }
};

/// Sets an element of the gradient to its share of the means of its windows.
struct PoolMeanBackward {
  PoolMean mean;

  template <typename W>
  void operator()(W& window) const {
    using C = ValueOf<W>;
    using Sum = Wrapping<C>;
    Sum total = 0;
    window.for_each([&](C x, auto& out) {
      total += static_cast<Sum>(divided<C>(static_cast<Sum>(x), mean.divisor_at(out)));
    });
    window.set(static_cast<C>(total));
  }
};

/// Sets an element to the maximum of its window, and the index to the position of that; NaN is larger than
/// numbers. In a window that contains only padding, the maximum is the lowest value of the dtype, at the
/// first position.
struct PoolMaximum {
  const Pool& pool;

  template <typename W>
  void operator()(W& window) const {
    ValueOf<W> best = pool.lowest<ValueOf<W>>();
    Window::Index first = {0, 0, 0};
    window.find_first(first);
    int64_t where = pool.index_of(first);
    window.for_each([&](auto x, auto& at) {
      if (x > best || x != x) {
        best = x;
        where = pool.index_of(at);
      }
    });
    window.set(best, where);
  }
};

/// Faster implementations of pools. Each returns false, without writing anything, if it does not support the
/// tensors.
using MaxPoolFunction = bool (*)(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);
using MeanPoolFunction = bool (*)(const PoolMean& mean, const Tensor& self, Tensor& out);

}  // namespace etk
