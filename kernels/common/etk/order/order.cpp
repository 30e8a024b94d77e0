#include "etk/order/order.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/order/key.h"

#include <cstring>

namespace etk {
namespace {

// The key of an element.
uint64_t key_of(ScalarType dtype, const char* at) {
  alignas(int64_t) char value[sizeof(int64_t)] = {};
  load(dtype, at, 0, 1, value);
  switch (compute_of(dtype)) {
    case Compute::kFloat:
      return etk::key_of(*reinterpret_cast<float*>(value));
    case Compute::kDouble:
      return etk::key_of(*reinterpret_cast<double*>(value));
    default:
      const int64_t integer = *reinterpret_cast<int64_t*>(value);
      return dtype == ScalarType::UInt64 ? static_cast<uint64_t>(integer) : etk::key_of(integer);
  }
}

// A heap of the indices of a row's first elements; its root is the last of them in the order.
class Heap {
 public:
  Heap(ScalarType dtype, ptrdiff_t stride, ptrdiff_t index_stride, bool descending)
      : dtype_(dtype), stride_(stride), index_stride_(index_stride), flip_(descending ? ~uint64_t{0} : 0) {}

  // Sets k indices to those of the first k of n elements, in order.
  void select(const char* row, char* indices, int64_t n, int64_t k) {
    row_ = row;
    indices_ = indices;
    for (int64_t i = 0; i < k; ++i) {
      at(i) = i;
    }
    for (int64_t i = k / 2; i-- > 0;) {
      sift_down(i, at(i), k);
    }
    for (int64_t i = k; k > 0 && i < n; ++i) {
      if (is_before(i, key(i), at(0))) {
        sift_down(0, i, k);
      }
    }
    for (int64_t end = k; end-- > 1;) {
      const int64_t last = at(end);
      at(end) = at(0);
      sift_down(0, last, end);
    }
  }

 private:
  int64_t& at(int64_t i) {
    return *reinterpret_cast<int64_t*>(indices_ + i * index_stride_);
  }

  uint64_t key(int64_t index) const {
    return key_of(dtype_, row_ + index * stride_) ^ flip_;
  }

  bool is_before(int64_t a, uint64_t key_a, int64_t b) const {
    const uint64_t key_b = key(b);
    return key_a < key_b || (key_a == key_b && a < b);
  }

  // Inserts `index` into a heap of size n whose position i is free.
  void sift_down(int64_t i, int64_t index, int64_t n) {
    const uint64_t own = key(index);
    for (int64_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
      if (child + 1 < n && is_before(at(child), key(at(child)), at(child + 1))) {
        ++child;
      }
      if (!is_before(index, own, at(child))) {
        break;
      }
      at(i) = at(child);
      i = child;
    }
    at(i) = index;
  }

  const ScalarType dtype_;
  const ptrdiff_t stride_, index_stride_;
  const uint64_t flip_;
  const char* row_ = nullptr;
  char* indices_ = nullptr;
};

}  // namespace

void order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices) {
  ETK_REQUIRE(ctx, values.scalar_type() == self.scalar_type() && indices.scalar_type() == ScalarType::Long, );
  Shape shape(self);
  if (shape.rank > 0) {
    shape.sizes[d] = static_cast<executorch::aten::SizesType>(k);
  }
  if (!resize(ctx, values, shape) || !resize(ctx, indices, shape)) {
    return;
  }
  View from(self), to(values), to_indices(indices);
  int64_t n = 1;
  ptrdiff_t strides[3] = {0, 0, 0};  // along d
  Loop loop{Shape()};
  View* const views[] = {&to_indices, &from, &to};
  if (shape.rank > 0) {
    n = from.sizes[d];
    for (size_t v = 0; v < 3; ++v) {
      strides[v] = views[v]->strides[d];
      views[v]->remove(d);
    }
    loop = Loop(to);
  }
  for (const View* view : views) {
    loop.add(*view);
  }
  loop.simplify();
  Heap heap(from.dtype, strides[1], strides[0], descending);
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    heap.select(cursor.at(1), cursor.at(0), n, k);
    for (int64_t i = 0; i < k; ++i) {
      const int64_t index = *reinterpret_cast<int64_t*>(cursor.at(0) + i * strides[0]);
      std::memcpy(cursor.at(2) + i * strides[2], cursor.at(1) + index * strides[1], from.element_size);
    }
  }
}

}  // namespace etk
