// cat(tensors, dim): the tensors one behind the other along dim
#include "etk/cat.h"
#include "vec/parallel.h"

#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kCat[] = "cat.out";

namespace {

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

  // Sets bytes [begin, end) of the out.
  void copy(size_t begin, size_t end) const {
    const size_t size = run_of(whole);
    size_t row = begin / size, at = begin % size;
    for (; begin < end; ++row, at = 0) {
      size_t start = 0;  // of the run
      for (size_t i = 0; i < tensors.size() && begin < end; ++i) {
        const size_t run = run_of(tensors[i]);
        if (at < start + run) {
          const size_t skipped = at - start, left = run - skipped;
          const size_t n = left < end - begin ? left : end - begin;
          const char* from = static_cast<const char*>(tensors[i].const_data_ptr()) + row * run + skipped;
          std::memcpy(static_cast<char*>(whole.mutable_data_ptr()) + begin, from, n);
          begin += n;
          at += n;
        }
        start += run;
      }
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
