// cat(tensors, dim): the tensors, concatenated along dim

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cat.cpp"
#include "vec/base/each_target.h"

#include "vec/move/runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Copies rows of two runs each, the second of which may have no bytes.
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

// Tensors of one dtype and one order in memory. A row of the out, all that has the same index in the
// dimensions around the one that they are joined along, is then a run of the memory of each.
struct JoinedRows {
  TensorList tensors;
  const Tensor& whole;
  size_t d;
  size_t unit;  // bytes of one index of dimension d

  size_t run_of(const Tensor& tensor) const {
    return tensor.numel() == 0 ? 0 : static_cast<size_t>(tensor.sizes()[d]) * unit;
  }

  // Sets bytes [begin, end) of the out: parts of rows, and between them rows of two tensors, or of more as
  // many at once as the first cache keeps.
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

  // Sets bytes [begin, end) of each of some rows; of all of a row, if there are several.
  void copy_rows(size_t row, size_t rows, size_t begin, size_t end) const {
    const size_t size = run_of(whole);
    char* to = static_cast<char*>(whole.mutable_data_ptr()) + row * size;
    Run first{nullptr, 0};  // of a pair
    size_t start = 0;       // of what is of a tensor
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

// Copies all by rows; false if they are not as said above, and nothing has been written.
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
  // Parts of whole cache lines, where the out begins with one.
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
