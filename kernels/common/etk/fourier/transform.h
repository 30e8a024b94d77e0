// Shared code of the operators of Fourier transforms.
#pragma once

#include "etk/base/view.h"
#include "etk/fourier/fourier.h"

#include <optional>

namespace etk {

/// The transform of dimension d of `from` to `to`, times `scale`: each line is transformed as n numbers. Each
/// view is real or complex. If `from` has less than n numbers along d, the missing ones are the conjugates
/// of those that it has; `to` receives as many numbers as its size.
struct TransformStep {
  const View* from;
  const View* to;
  size_t d;
  size_t n;
  double scale;
};

/// Computes the steps in order. False, with a failure in the context and without writing anything, if it has
/// too little memory.
bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward);

/// An implementation of `transform`, possibly a faster one.
using TransformFunction = bool (*)(Context&, const TransformStep*, size_t, bool);

/// Whether values can be transformed from one dtype to the other: each dtype is complex if its argument says
/// so, and real otherwise, in the precision of Float or Double.
bool are_transformed(ScalarType from, bool from_complex, ScalarType to, bool to_complex);

/// The dimensions that are transformed, in order.
struct FourierDims {
  size_t count = 0;
  size_t dims[kMaxRank];

  /// Reads the dims of a tensor; false if they are invalid or one of them is empty.
  bool read(ArrayRef<int64_t> list, const Shape& shape);

  /// The number of elements of one transform.
  double numel(const Shape& shape) const;
};

/// The factor of PyTorch's normalization mode for transforms of n elements; empty if the mode is invalid.
std::optional<double> normalization(int64_t mode, double n);

/// The operators _fft_c2c, _fft_r2c and _fft_c2r, once the dtypes of their tensors are selected.
Tensor& complex_to_complex(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    bool forward,
    Tensor& out);
Tensor& real_to_complex(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    bool onesided,
    Tensor& out);
Tensor& complex_to_real(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    int64_t last_dim_size,
    Tensor& out);

}  // namespace etk
