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

// Copies a run of each row, of as many bytes as given to twice as many: of sizes that are known, it is some
// moves and no call. The last of them may be some of the first.
template <size_t kBytes>
void copy_short_runs(const char* from, size_t bytes, size_t rows, char* to, size_t to_stride) {
  for (size_t i = 0; i < rows; ++i, from += bytes, to += to_stride) {
    char first[kBytes], last[kBytes];
    std::memcpy(first, from, kBytes);
    std::memcpy(last, from + bytes - kBytes, kBytes);
    std::memcpy(to, first, kBytes);
    std::memcpy(to + bytes - kBytes, last, kBytes);
  }
}

// False if there is no such function.
bool copy_short_runs(const char* from, size_t bytes, size_t rows, char* to, size_t to_stride) {
  const auto copy = bytes < 4 || bytes > 64 ? nullptr
                    : bytes <= 8            ? copy_short_runs<4>
                    : bytes <= 16           ? copy_short_runs<8>
                    : bytes <= 32           ? copy_short_runs<16>
                                            : copy_short_runs<32>;
  if (copy) {
    copy(from, bytes, rows, to, to_stride);
  }
  return copy != nullptr;
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
        const bool done = rows > 1 && copy_short_runs(from, run, rows, to + first, size);
        for (size_t i = 0; i < rows && !done; ++i) {
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
