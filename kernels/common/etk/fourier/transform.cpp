#include "etk/fourier/transform.h"

#include "etk/base/copy.h"
#include "etk/base/loop.h"

#include <cmath>

namespace etk {
namespace {

template <typename T>
Complex read_as(const char* data, bool is_complex) {
  const T* value = reinterpret_cast<const T*>(data);
  return {static_cast<double>(value[0]), is_complex ? static_cast<double>(value[1]) : 0.0};
}

template <typename T>
void write_as(Complex value, char* data, bool is_complex) {
  T* to = reinterpret_cast<T*>(data);
  to[0] = static_cast<T>(value.re);
  if (is_complex) {
    to[1] = static_cast<T>(value.im);
  }
}

bool is_double(ScalarType dtype) {
  return dtype == ScalarType::Double || dtype == ScalarType::ComplexDouble;
}

Complex read(ScalarType dtype, const char* data) {
  return is_double(dtype) ? read_as<double>(data, is_complex(dtype))
                          : read_as<float>(data, is_complex(dtype));
}

void write(ScalarType dtype, Complex value, char* data) {
  is_double(dtype) ? write_as<double>(value, data, is_complex(dtype))
                   : write_as<float>(value, data, is_complex(dtype));
}

void run(const Fourier& fourier, const TransformStep& step) {
  const View &from = *step.from, &to = *step.to;
  View read_lines = from, write_lines = to;
  read_lines.remove(step.d);
  write_lines.remove(step.d);
  Loop loop(write_lines);
  loop.add(write_lines);
  loop.add(read_lines);
  loop.simplify();
  const auto given = static_cast<size_t>(from.sizes[step.d]), wanted = static_cast<size_t>(to.sizes[step.d]);
  Complex* line = fourier.line();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    for (size_t k = 0; k < step.n; ++k) {
      line[k] = k < given ? read(from.dtype, cursor.at(1) + static_cast<ptrdiff_t>(k) * from.strides[step.d])
                          : conjugate(line[step.n - k]);
    }
    fourier.run();
    for (size_t k = 0; k < wanted; ++k) {
      const Complex value = {line[k].re * step.scale, line[k].im * step.scale};
      write(to.dtype, value, cursor.at(0) + static_cast<ptrdiff_t>(k) * to.strides[step.d]);
    }
  }
}

}  // namespace

bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward) {
  Fourier fouriers[kMaxRank];
  for (size_t i = 0; i < count; ++i) {
    if (!fouriers[i].prepare(ctx, steps[i].n, forward)) {
      return false;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    run(fouriers[i], steps[i]);
  }
  return true;
}

bool FourierDims::read(ArrayRef<int64_t> list, const Shape& shape) {
  DimSet seen = 0;
  for (const int64_t dim : list) {
    const auto d = wrap_dim(dim, shape.rank);
    if (!d || shape.rank == 0 || (seen >> *d & 1) || shape.sizes[*d] == 0) {
      return false;
    }
    seen |= DimSet{1} << *d;
    dims[count++] = *d;
  }
  return true;
}

double FourierDims::numel(const Shape& shape) const {
  double n = 1;
  for (size_t i = 0; i < count; ++i) {
    n *= shape.sizes[dims[i]];
  }
  return n;
}

bool are_transformed(ScalarType from, bool from_complex, ScalarType to, bool to_complex) {
  const auto is = [](ScalarType dtype, bool complex) {
    const ScalarType part = part_of(dtype);
    return is_complex(dtype) == complex && (part == ScalarType::Float || part == ScalarType::Double);
  };
  return is(from, from_complex) && is(to, to_complex);
}

std::optional<double> normalization(int64_t mode, double n) {
  switch (mode) {
    case 0:
      return 1;
    case 1:
      return 1 / std::sqrt(n);
    case 2:
      return 1 / n;
    default:
      return std::nullopt;
  }
}

Tensor& complex_to_complex(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    bool forward,
    Tensor& out) {
  ETK_REQUIRE(ctx, are_transformed(self.scalar_type(), true, out.scalar_type(), true), out);
  const View from(self);
  FourierDims dims;
  ETK_REQUIRE(ctx, dims.read(dim, from) && (dims.count > 0 || out.scalar_type() == from.dtype), out);
  const auto scale = normalization(mode, dims.numel(from));
  ETK_REQUIRE(ctx, scale.has_value(), out);
  if (dims.count == 0) {
    return copy_to_out(ctx, from, out);
  }
  if (!resize(ctx, out, from)) {
    return out;
  }
  const View to(out);
  TransformStep steps[kMaxRank];
  for (size_t i = 0; i < dims.count; ++i) {
    const size_t d = dims.dims[i];
    steps[i] = {i == 0 ? &from : &to, &to, d, static_cast<size_t>(to.sizes[d]), i == 0 ? *scale : 1};
  }
  transform(ctx, steps, dims.count, forward);
  return out;
}

}  // namespace etk
