// cat(tensors, dim): the tensors, concatenated along dim

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cat.cpp"
#include "vec/base/each_target.h"

#include "vec/move/runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Copies rows that consist of two runs; the second run may be empty.
void copy_pairs(Run a, Run b, size_t rows, size_t ahead, char* to, size_t stride) {
  with_copy(a.bytes, ahead, [&](auto copy_a) HWY_ATTR {
    with_copy(b.bytes, ahead, [&](auto copy_b) HWY_ATTR {
      const char *x = a.from, *y = b.from;
      char* row = to;
      for (size_t i = 0; i < rows; ++i) {
        copy_a(x, row);
        copy_b(y, row + a.bytes);
        x += a.bytes;
        y += b.bytes;
        row += stride;
      }
    });
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/move/cat.h"
#include "vec/base/operator.h"
#include "vec/base/parallel.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
ETK_VEC_EXPORT(copy_pairs);

namespace {

// Tensors of one dtype and dim order. A row of the out, which has all elements with the same index in the
// dimensions outside of the concatenated one, consists of a run of each tensor's memory.
struct JoinedRows {
  TensorList tensors;
  const Tensor& whole;
  size_t d;
  size_t unit;  // bytes per index of dimension d

  size_t run_of(const Tensor& tensor) const {
    return tensor.numel() == 0 ? 0 : static_cast<size_t>(tensor.sizes()[d]) * unit;
  }

  // Sets bytes [begin, end) of the out: partial rows at either end, and between them all rows at once for two
  // tensors, or for more tensors as many as fit the first-level cache.
  void copy(size_t begin, size_t end) const {
    constexpr size_t kBytes = 16384;
    const size_t size = run_of(whole);
    const size_t most = tensors.size() > 2 ? std::max<size_t>(1, kBytes / size) : end;
    while (begin < end) {
      const size_t row = begin / size, at = begin % size;
      const size_t rows = at == 0 ? std::min(most, (end - begin) / size) : 0;
      const size_t next = rows > 0 ? begin + rows * size : std::min(end, (row + 1) * size);
      copy_rows(row, rows > 0 ? rows : 1, at, rows > 0 ? size : at + next - begin);
      begin = next;
    }
  }

  // Sets bytes [begin, end) of each of some rows; if there are several rows, of the whole row.
  void copy_rows(size_t row, size_t rows, size_t begin, size_t end) const {
    const size_t size = run_of(whole);
    char* to = static_cast<char*>(whole.mutable_data_ptr()) + row * size;
    Run first{nullptr, 0};  // of a pair
    size_t start = 0;       // of the tensor's run
    for (const Tensor& tensor : tensors) {
      const size_t run = run_of(tensor), left = std::max(begin, start), right = std::min(end, start + run);
      if (left < right) {
        const char* from = static_cast<const char*>(tensor.const_data_ptr()) + row * run + (left - start);
        const Run next{from, right - left};
        if (rows == 1) {
          copy_bytes(from, next.bytes, to + left);
        } else if (first.bytes > 0) {
          copy_pairs(first, next, rows, to + left - first.bytes);
          first.bytes = 0;
        } else {
          first = next;
        }
      }
      start += run;
    }
    if (first.bytes > 0) {
      copy_pairs(first, {nullptr, 0}, rows, to + end - first.bytes);
    }
  }

  void copy_pairs(Run a, Run b, size_t rows, char* to) const {
    constexpr size_t kCached = size_t{1} << 20, kAhead = 1024;
    copy_pairs_pointer()()(a, b, rows, whole.nbytes() > kCached ? kAhead : 0, to, run_of(whole));
  }
};

// Concatenates the tensors row by row. Returns false, without writing anything, if their dtypes or dim orders
// differ.
bool copy_rows(TensorList tensors, size_t d, Tensor& out) {
  const auto order = out.dim_order();
  for (const Tensor& tensor : tensors) {
    const bool is_alike = tensor.scalar_type() == out.scalar_type() && tensor.dim() == out.dim() &&
                          std::memcmp(tensor.dim_order().data(), order.data(), order.size()) == 0;
    if (!is_alike && !is_nothing(tensor)) {
      return false;
    }
  }
  const size_t bytes = out.nbytes();
  if (bytes == 0) {
    return true;
  }
  JoinedRows rows{tensors, out, d, static_cast<size_t>(out.element_size())};
  for (size_t i = order.size(); order[--i] != d;) {
    rows.unit *= static_cast<size_t>(out.sizes()[order[i]]);
  }
  // Parts are whole cache lines, if the out begins at a cache line.
  constexpr size_t kLine = 64;
  parallel((bytes + kLine - 1) / kLine, kLine / sizeof(float), [&](size_t begin, size_t end) {
    rows.copy(begin * kLine, end * kLine < bytes ? end * kLine : bytes);
  });
  return true;
}

}  // namespace
}  // namespace etk::vec

ETK_FASTER("cat.out", CatFunction, vec::copy_rows);

#include "portable/op_cat.cpp"

#endif  // HWY_ONCE
