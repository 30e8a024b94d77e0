// cat(tensors, dim): the tensors one behind the other along dim
#include "etk/cat.h"
#include "vec/memory.h"
#include "vec/parallel.h"

#include <algorithm>
#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

namespace {

// Copies a short run of each row. Sizes that are known take a loop of a third of the time.
void copy_short_runs(
    const char* from, size_t bytes, size_t from_stride, size_t rows, char* to, size_t to_stride) {
  const auto copy = [&](auto run) {
    for (size_t i = 0; i < rows; ++i) {
      run(from + i * from_stride, to + i * to_stride);
    }
  };
  switch (bytes) {
    case 4:
      return copy([](const char* x, char* y) { std::memcpy(y, x, 4); });
    case 8:
      return copy([](const char* x, char* y) { std::memcpy(y, x, 8); });
    default:
      return copy([bytes](const char* x, char* y) { vec::copy_short(x, bytes, y); });
  }
}

// Tensors of one dtype and one order in memory. A row of the out, all that has the same index in the
// dimensions around the one that they are joined along, is then a run of the memory of each.
struct Rows {
  TensorList tensors;
  const Tensor& whole;
  size_t d;
  size_t unit;  // bytes of one index of dimension d

  size_t run_of(const Tensor& tensor) const {
    return tensor.numel() == 0 ? 0 : static_cast<size_t>(tensor.sizes()[d]) * unit;
  }

  // Sets bytes [begin, end) of the out: parts of rows, and between them as many rows at once as the first
  // cache keeps.
  void copy(size_t begin, size_t end) const {
    constexpr size_t kBytes = 16384;
    const size_t size = run_of(whole);
    while (begin < end) {
      const size_t row = begin / size, at = begin % size;
      const size_t rows = at == 0 ? std::min(kBytes, end - begin) / size : 0;
      const size_t next = rows > 0 ? begin + rows * size : std::min(end, (row + 1) * size);
      copy_rows(row, rows > 0 ? rows : 1, at, rows > 0 ? size : at + next - begin);
      begin = next;
    }
  }

  // Sets bytes [begin, end) of each of some rows.
  void copy_rows(size_t row, size_t rows, size_t begin, size_t end) const {
    constexpr size_t kAhead = 4;  // rows
    const size_t size = run_of(whole);
    char* to = static_cast<char*>(whole.mutable_data_ptr()) + row * size;
    size_t start = 0;  // of what is of a tensor
    for (const Tensor& tensor : tensors) {
      const size_t run = run_of(tensor), first = std::max(begin, start), last = std::min(end, start + run);
      if (first < last) {
        const char* from = static_cast<const char*>(tensor.const_data_ptr()) + row * run + (first - start);
        if (last - first <= vec::kShortRun) {
          copy_short_runs(from, last - first, run, rows, to + first, size);
          start += run;
          continue;
        }
        for (size_t i = 0; i < rows; ++i) {
          if (i + kAhead < rows) {
            vec::fetch(to + (i + kAhead) * size + first, last - first);
            vec::fetch(from + (i + kAhead) * run, last - first);
          }
          vec::copy_bytes(from + i * run, last - first, to + i * size + first);
        }
      }
      start += run;
    }
  }
};

// Copies all by rows; false if they are not as said above, and nothing has happened.
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
  Rows rows{tensors, out, d, static_cast<size_t>(out.element_size())};
  for (size_t i = order.size(); order[--i] != d;) {
    rows.unit *= static_cast<size_t>(out.sizes()[order[i]]);
  }
  // Parts of whole cache lines, where the out begins with one.
  constexpr size_t kLine = 64;
  vec::parallel((bytes + kLine - 1) / kLine, kLine / sizeof(float), [&](size_t begin, size_t end) {
    rows.copy(begin * kLine, end * kLine < bytes ? end * kLine : bytes);
  });
  return true;
}

}  // namespace

Tensor& opt_cat_out(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  const auto d = prepare_cat<kCat>(ctx, tensors, dim, out);
  if (d && !copy_rows(tensors, *d, out)) {
    copy_to_cat(tensors, *d, out);
  }
  return out;
}

}  // namespace torch::executor::native
