// What the operators that transform tensors share.
#pragma once

#include "etk/base/view.h"
#include "etk/fourier/fourier.h"

#include <optional>

namespace etk {

/// Dimension d of `from` is transformed to `to`, times `scale`: each line becomes n numbers. Both are real or
/// complex. Where `from` has less than n numbers along d, the others are the conjugates of those; `to` takes
/// as many as it has room for.
struct TransformStep {
  const View* from;
  const View* to;
  size_t d;
  size_t n;
  double scale;
};

/// Takes the steps, one after the other. False, with a failure in the context, if that has too little memory:
/// nothing has been written then.
bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward);

/// One that does what `transform` does, perhaps faster.
using TransformFunction = bool (*)(Context&, const TransformStep*, size_t, bool);

/// Whether values can be transformed from one dtype to the other: both have the complex numbers, or the real
/// ones, that the arguments say.
bool are_transformed(ScalarType from, bool from_complex, ScalarType to, bool to_complex);

/// The dimensions that are transformed, one after the other.
struct FourierDims {
  size_t count = 0;
  size_t dims[kMaxRank];

  /// Reads the dims of a tensor; false if they are wrong or one of them is empty.
  bool read(ArrayRef<int64_t> list, const Shape& shape);

  /// The numbers that are transformed together.
  double numel(const Shape& shape) const;
};

/// What a transform of n numbers in all is multiplied with, in PyTorch's mode of normalization; empty if it
/// is no mode.
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
