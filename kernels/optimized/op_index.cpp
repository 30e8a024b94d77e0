// index(self, indices) = self[indices]
#include "etk/advanced_index.h"
#include "vec/layout.h"
#include "vec/parallel.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <algorithm>
#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

namespace {

// Places of the first dimensions of a tensor, which tensors of one shape name, all of whose elements lie in
// the order of dimensions; in the others it is whole.
class Blocks {
 public:
  // False if this is another kind of index, or a wrong one.
  bool read(const Tensor& self, IndexList indices) {
    const View from(self);
    count_ = indices.size();
    if (count_ == 0 || count_ > from.rank || !vec::is_array(from, 0)) {
      return false;
    }
    for (size_t d = 0; d < count_; ++d) {
      const int64_t size = from.sizes[d];
      if (!indices[d] || indices[d]->scalar_type() != ScalarType::Long ||
          !(Shape(*indices[d]) == Shape(*indices[0])) || !vec::is_array(View(*indices[d]), 0)) {
        return false;
      }
      places_ = static_cast<size_t>(indices[d]->numel());
      data_[d] = indices[d]->const_data_ptr<int64_t>();
      if (std::any_of(data_[d], data_[d] + places_, [size](int64_t i) { return i < -size || i >= size; })) {
        return false;
      }
      sizes_[d] = size;
      strides_[d] = from.strides[d];
    }
    shape_ = Shape(*indices[0]);
    bytes_ = from.element_size;
    for (size_t d = count_; d < from.rank; ++d) {
      bytes_ *= static_cast<size_t>(from.sizes[d]);
      if (shape_.rank == kMaxRank) {
        return false;
      }
      shape_.push_back(from.sizes[d]);
    }
    return true;
  }

  const Shape& shape() const {
    return shape_;
  }

  void get(const char* from, char* out) const {
    vec::parallel(places_, bytes_ / 4 + count_, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i += kChunk) {
        copy(from, i, std::min(kChunk, end - i), out + i * bytes_);
      }
    });
  }

 private:
  void copy(const char* from, size_t first, size_t n, char* out) const {
    ptrdiff_t offsets[kChunk] = {};
    for (size_t d = 0; d < count_; ++d) {
      for (size_t i = 0; i < n; ++i) {
        const int64_t at = data_[d][first + i];
        offsets[i] += (at < 0 ? at + sizes_[d] : at) * strides_[d];
      }
    }
    for (size_t i = 0; i < n; ++i) {
      if (bytes_ == sizeof(float)) {
        std::memcpy(out + i * sizeof(float), from + offsets[i], sizeof(float));
      } else {
        std::memcpy(out + i * bytes_, from + offsets[i], bytes_);
      }
    }
  }

  size_t count_ = 0, places_ = 0, bytes_ = 0;
  const int64_t* data_[kMaxRank];
  int64_t sizes_[kMaxRank];
  ptrdiff_t strides_[kMaxRank];
  Shape shape_;
};

bool run_blocks(const Tensor& self, IndexList indices, Tensor& out) {
  Blocks blocks;
  if (!blocks.read(self, indices)) {
    return false;
  }
  const Shape& shape = blocks.shape();
  if (executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok ||
      !vec::is_array(View(out), 0)) {
    return false;
  }
  if (shape.numel() > 0) {
    blocks.get(View(self).data, View(out).data);
  }
  return true;
}

}  // namespace

Tensor& opt_index_Tensor_out(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kIndexTensor>(self) && out.scalar_type() == self.scalar_type(), out);
  for (const std::optional<Tensor>& index : indices) {
    ETK_REQUIRE(ctx, !index || accepts<kIndexTensor>(*index), out);
  }
  if (run_blocks(self, indices, out)) {
    return out;
  }
  AdvancedIndex index;
  ETK_REQUIRE(ctx, index.read(self, indices), out);
  if (resize(ctx, out, index.shape())) {
    index.get(self, out);
  }
  return out;
}

}  // namespace torch::executor::native
