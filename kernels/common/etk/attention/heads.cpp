#include "etk/attention/heads.h"

#include "etk/base/dtype.h"

#include <algorithm>

namespace etk {
namespace {

// A tensor with one value for each row.
std::optional<View> values_of_rows(
    const std::optional<Tensor>& tensor, ScalarType dtype, bool seq_at_dim_2, const View& rows) {
  if (!tensor || tensor->scalar_type() != dtype || tensor->dim() != 4) {
    return std::nullopt;
  }
  View view(*tensor);
  if (seq_at_dim_2) {
    view.swap(1, 2);
  }
  const bool fits = view.sizes[3] == 1 && std::equal(view.sizes, view.sizes + 3, rows.sizes);
  return fits ? std::optional<View>(view) : std::nullopt;
}

}  // namespace

Heads::Heads(const Tensor& tensor, bool seq_at_dim_2) : view_(tensor) {
  if (seq_at_dim_2 && view_.rank == 4) {
    view_.swap(1, 2);
  }
}

bool Heads::quantize(
    const std::optional<Tensor>& scales, const std::optional<Tensor>& zero_points, bool seq_at_dim_2) {
  scales_ = values_of_rows(scales, ScalarType::Float, seq_at_dim_2, view_);
  zero_points_ = values_of_rows(zero_points, ScalarType::Char, seq_at_dim_2, view_);
  return scales_ && zero_points_;
}

const char* Heads::row(const View& view, int64_t batch, int64_t at, int64_t head) const {
  return view.data + batch * view.strides[0] + at * view.strides[1] + head * view.strides[2];
}

Heads::Lines Heads::lines(int64_t batch, int64_t at, int64_t head) const {
  const auto size = static_cast<ptrdiff_t>(view_.element_size);
  const bool is_dense = view_.strides[3] == size && view_.strides[1] % size == 0;
  return {scales_ || !is_dense ? nullptr : row(view_, batch, at, head), view_.strides[1]};
}

void Heads::read(int64_t batch, int64_t at, int64_t head, float* to) const {
  const char* from = row(view_, batch, at, head);
  const auto size = static_cast<size_t>(head_size());
  if (!scales_) {
    load(view_.dtype, from, view_.strides[3], size, to);
    return;
  }
  const float scale = *reinterpret_cast<const float*>(row(*scales_, batch, at, head));
  const int zero_point = *reinterpret_cast<const int8_t*>(row(*zero_points_, batch, at, head));
  for (size_t d = 0; d < size; ++d) {
    const int value = *reinterpret_cast<const int8_t*>(from + static_cast<ptrdiff_t>(d) * view_.strides[3]);
    to[d] = static_cast<float>(value - zero_point) * scale;
  }
}

void Heads::write(const float* from, int64_t batch, int64_t at, int64_t head) const {
  char* to = const_cast<char*>(row(view_, batch, at, head));  // NOLINT: a row of an out
  store(view_.dtype, from, static_cast<size_t>(head_size()), to, view_.strides[3]);
}

}  // namespace etk
