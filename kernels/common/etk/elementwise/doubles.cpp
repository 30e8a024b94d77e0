#include "etk/elementwise/doubles.h"

namespace etk {
namespace {

// The shape with size 1 in each dimension that is in `dims`, if `in`, or that is not.
Shape without(Shape shape, DimSet dims, bool in) {
  for (size_t d = 0; d < shape.rank; ++d) {
    if (((dims >> d & 1) != 0) == in) {
      shape.sizes[d] = 1;
    }
  }
  return shape;
}

}  // namespace

double read_double(ScalarType dtype, const char* at) {
  alignas(double) char value[sizeof(double)];
  double result = 0;
  load(dtype, at, 0, 1, value);
  cast(dtype, value, ScalarType::Double, &result, 1);
  return result;
}

void write_double(ScalarType dtype, char* at, double value) {
  write(ScalarType::Double, &value, 1, dtype, at, 0);
}

Doubles::Doubles(const Shape& shape, DimSet dims)
    : shape_(shape),
      row_size_(without(shape, dims, false).numel()),
      across_(without(shape, dims, true)),
      along_(without(shape, dims, false)) {}

size_t Doubles::add(View view) {
  view.broadcast_to(shape_);
  sources_[count_] = Source(view.dtype, ScalarType::Double);
  dtypes_[count_] = view.dtype;
  views_[count_] = across_.add(view);
  along_.add(view);
  ++view_count_;
  return count_++;
}

size_t Doubles::add(double number) {
  sources_[count_] = Source(Scalar(number), ScalarType::Double);
  return count_++;
}

bool Doubles::next_row() {
  if (row_) {
    row_->step(1);
  } else {
    across_.simplify();
    along_.simplify();
    row_.emplace(across_);
  }
  for (size_t v = 0; v < view_count_ && row_->left(); ++v) {
    along_.rebase(v, row_->at(v));
  }
  chunk_.reset();
  return row_->left() > 0;
}

bool Doubles::next() {
  if (chunk_) {
    chunk_->step(size_);
  } else {
    chunk_.emplace(along_);
  }
  size_ = chunk_of(chunk_->left());
  if (size_ == 0) {
    chunk_.reset();
  }
  return size_ > 0;
}

const double* Doubles::read(size_t view) {
  Source& source = sources_[view];
  const size_t v = views_[view];
  const void* values = source.is_number() ? source.read(nullptr, 0, size_)
                                          : source.read(chunk_->at(v), along_.inner_stride(v), size_);
  return static_cast<const double*>(values);
}

void Doubles::write(size_t view, const double* values) {
  const size_t v = views_[view];
  etk::write(ScalarType::Double, values, size_, dtypes_[view], chunk_->at(v), along_.inner_stride(v));
}

double Doubles::row_value(size_t view) const {
  return read_double(dtypes_[view], row_->at(views_[view]));
}

void Doubles::set_row_value(size_t view, double value) {
  write_double(dtypes_[view], row_->at(views_[view]), value);
}

Moments moments(Doubles& rows, size_t x) {
  double total = 0, squares = 0;
  while (rows.next()) {
    const double* values = rows.read(x);
    for (size_t i = 0; i < rows.size(); ++i) {
      total += values[i];
    }
  }
  const double mean = total / static_cast<double>(rows.row_size());
  while (rows.next()) {
    const double* values = rows.read(x);
    for (size_t i = 0; i < rows.size(); ++i) {
      squares += (values[i] - mean) * (values[i] - mean);
    }
  }
  return {mean, squares};
}

}  // namespace etk
