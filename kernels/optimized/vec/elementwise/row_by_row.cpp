// Small calls whose tensors have a few rows, or one row for all: the function is called for each row, or once
// with short rows repeated. Setting up loops over views would take longer than that.
#include "vec/base/layout.h"
#include "vec/elementwise/broadcast.h"
#include "vec/elementwise/inputs.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// The number of elements of a tensor that covers exactly the last dimensions of the shape to which it
// broadcasts; else 0.
size_t suffix_of(const Tensor& tensor, const Shape& shape) {
  const auto sizes = tensor.sizes();
  const auto all = static_cast<size_t>(tensor.numel());
  size_t n = 1, d = shape.rank;
  for (size_t i = sizes.size(); n < all && sizes[--i] == shape.sizes[--d];) {
    n *= static_cast<size_t>(sizes[i]);
  }
  return n == all ? n : 0;
}

// The number of elements of the last dimensions that all tensors share, if each operand is a number, one such
// row, or the whole shape; else 0. `count` becomes the number of operands that are one row.
size_t row_of(const Call& call, const Operand* operands, const Shape& shape, size_t& count) {
  const size_t n = shape.numel();
  size_t row = n;
  for (const Operand* o = operands; o != operands + call.count; ++o) {
    if (!o->tensor || o->tensor->numel() == 1) {
      continue;
    }
    const size_t own = o->part || o->along >= 0 || !is_array(*o->tensor) ? 0 : suffix_of(*o->tensor, shape);
    if (own == 0 || (own != n && row != n && own != row)) {
      return 0;
    }
    row = std::min(row, own);
    count += own < n ? 1 : 0;
  }
  return row;
}

// Fills `all` bytes with copies of the first ones.
void repeat_bytes(const char* from, size_t bytes, size_t all, char* to) {
  std::memcpy(to, from, bytes);
  for (size_t done = bytes; done < all; done *= 2) {
    std::memcpy(to + done, to, std::min(done, all - done));
  }
}

}  // namespace

bool run_few_rows(const Call& call, const Operand* operands, const Shape& shape, Tensor& out) {
  constexpr size_t kSmall = 512, kShort = 64, kMostBytes = sizeof(double);
  const size_t n = shape.numel();
  size_t rows = 0;
  const size_t row = n <= kSmall && is_array(out) ? row_of(call, operands, shape, rows) : 0;
  const bool repeats = row < kShort && rows == 1;
  if (row == 0 || (!repeats && n > kSmall / kShort * row)) {
    return false;
  }
  Inputs inputs;
  alignas(64) char repeated[kSmall * kMostBytes];
  size_t steps[kMaxOperands] = {};  // in bytes, from one row to the next
  for (size_t i = 0; i < call.count; ++i) {
    const Tensor* tensor = operands[i].tensor;
    if (!tensor) {
      inputs.repeat_number(i, operands[i], call);
      continue;
    }
    const auto* data = tensor->const_data_ptr<char>();
    const auto own = static_cast<size_t>(tensor->numel());
    const size_t size = size_of(*tensor);
    if (own == 1) {
      inputs.repeat_element(i, data, call, static_cast<ptrdiff_t>(size));
    } else if (own < n && repeats) {
      repeat_bytes(data, own * size, n * size, repeated);
      inputs.set(i, repeated);
    } else {
      inputs.set(i, data);
      steps[i] = own == n ? row * size : 0;
    }
  }
  const size_t size = size_of(out);
  char* to = out.mutable_data_ptr<char>();
  const size_t step = repeats ? n : row;
  for (size_t at = 0; at < n; at += step, to += step * size) {
    run_call(call, inputs.in, {to, /*far=*/false}, size, step);
    for (size_t i = 0; i < call.count; ++i) {
      inputs.in[i].data = static_cast<const char*>(inputs.in[i].data) + steps[i];
    }
  }
  return true;
}

}  // namespace etk::vec
