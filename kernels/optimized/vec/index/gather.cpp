#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/index/gather.cpp"
#include "vec/base/each_target.h"
#include "vec/base/memory.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors for copies of blocks. Longer vectors take 10 % more time for blocks of some hundred bytes.
using Words = hn::CappedTag<int32_t, 8>;

// Copies a block of at least one vector: the first and the last vector unaligned, and those in between with
// aligned stores. An app aligns its memory to 16 bytes, where each unaligned vector that memcpy writes would
// span two cache lines. Masked loads take up to 40 % less time, probably because the processor does not
// prefetch past the block. The mask selects the whole vector; it is a parameter, because the compiler would
// remove a constant mask.
template <class M>
HWY_INLINE void copy_block(M mask, const char* from, size_t bytes, char* to) {
  const Words d;
  const size_t vector = hn::Lanes(d) * sizeof(int32_t);
  const auto copy = [&](size_t i) HWY_ATTR {
    const auto values = hn::MaskedLoad(mask, d, reinterpret_cast<const int32_t*>(from + i));
    hn::StoreU(values, d, reinterpret_cast<int32_t*>(to + i));
  };
  copy(0);
  for (size_t i = vector - reinterpret_cast<uintptr_t>(to) % vector; i + vector < bytes; i += vector) {
    copy(i);
  }
  copy(bytes - vector);
}

// Copies n blocks, each at index · stride bytes after `from`, to contiguous memory.
void copy_blocks(
    const char* from, const int64_t* strides, size_t n, ptrdiff_t stride, size_t bytes, char* to) {
  const auto copy_each = [&](auto copy) HWY_ATTR {
    for (size_t i = 0; i < n; ++i) {
      copy(from + strides[i] * stride, to + i * bytes);
    }
  };
  constexpr size_t kLongest = 16384;  // above this size, memcpy is faster
  if (bytes <= kShortRun) {
    copy_each([bytes](const char* x, char* y) HWY_ATTR { copy_short(x, bytes, y); });
  } else if (HWY_TARGET <= HWY_AVX3 && bytes <= 2 * kShortRun) {
    copy_each([bytes](const char* x, char* y) HWY_ATTR { copy_twice<kShortRun>(x, bytes, y); });
  } else if (HWY_TARGET <= HWY_AVX2 && bytes <= kLongest) {  // other targets have no such loads
    const volatile size_t lanes = hn::Lanes(Words());
    const auto mask = hn::FirstN(Words(), lanes);
    copy_each([&](const char* x, char* y) HWY_ATTR { copy_block(mask, x, bytes, y); });
  } else {
    copy_each([bytes](const char* x, char* y) HWY_ATTR { std::memcpy(y, x, bytes); });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/elements.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/index/gather.h"
#include "vec/index/index_range.h"
#include "vec/reduce/rows.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(copy_blocks);

namespace {

// Copies two elements per iteration, which is faster than one.
template <size_t kSize>
void gather(const char* from, ptrdiff_t stride, const int64_t* index, size_t n, char* to) {
  size_t i = 0;
  for (; i + 2 <= n; i += 2, to += 2 * kSize) {
    char a[kSize], b[kSize];
    std::memcpy(a, from + index[i] * stride, kSize);
    std::memcpy(b, from + index[i + 1] * stride, kSize);
    std::memcpy(to, a, kSize);
    std::memcpy(to + kSize, b, kSize);
  }
  if (i < n) {
    std::memcpy(to, from + index[i] * stride, kSize);
  }
}

}  // namespace

bool gather_elements(
    const char* from, ptrdiff_t stride, const int64_t* index, size_t n, size_t element_size, char* to) {
  return with_size(element_size, [&](auto element) { gather<sizeof(element)>(from, stride, index, n, to); });
}

bool Blocks::read(const Tensor& self, ArrayRef<std::optional<Tensor>> indices) {
  size_t d = 0, end = indices.size();
  if (end > self.sizes().size()) {
    return false;
  }
  while (end > 0 && !indices[end - 1]) {
    --end;
  }
  for (; d < end && !indices[d]; ++d) {
    outer_ *= static_cast<size_t>(self.sizes()[skipped_++]);
  }
  if (d + 1 == end && indices[d]->dim() == 1) {
    return read_dim(self, d, *indices[d]);
  }
  bool are_blocks = d < end;
  for (; are_blocks && d < end; ++d) {
    are_blocks = indices[d] && add(self, *indices[d]);
  }
  return are_blocks;
}

bool Blocks::read_dim(const Tensor& self, size_t dim, const Tensor& indices) {
  const auto all = self.sizes();
  has_other_order_ = !is_array(self);
  if (indices.dim() != 1 || (has_other_order_ && !is_in_order_of(self, self)) ||
      !set_indices(indices, all[dim])) {
    return false;
  }
  skipped_ = dim;
  outer_ = 1;
  bytes_ = self.element_size();
  size_t* product = &outer_;
  for (size_t i = 0; i < all.size(); ++i) {
    const size_t d = has_other_order_ ? self.dim_order()[i] : i;
    if (d == dim) {
      product = &bytes_;
    } else {
      *product *= static_cast<size_t>(all[d]);
    }
  }
  strides_[count_++] = static_cast<ptrdiff_t>(bytes_);
  return true;
}

bool Blocks::add(const Tensor& self, const Tensor& indices) {
  const size_t rank = self.sizes().size();
  size_t d = skipped_ + count_;
  if (d >= rank || !is_array(self) || (first_ && !indices.sizes().equals(first_->sizes())) ||
      !set_indices(indices, self.sizes()[d])) {
    return false;
  }
  bytes_ = self.element_size();
  while (++d < rank) {
    bytes_ *= static_cast<size_t>(self.sizes()[d]);
  }
  strides_[count_++] = static_cast<ptrdiff_t>(bytes_);
  return true;
}

bool Blocks::set_indices(const Tensor& indices, int64_t size) {
  if (!are_long_indices(indices)) {
    return false;
  }
  const bool are_positive = are_in_range(indices, 0, size);
  if (!are_positive && !are_in_range(indices, -size, size)) {
    return false;
  }
  are_positive_ = are_positive_ && are_positive;
  first_ = first_ ? first_ : &indices;
  places_ = static_cast<size_t>(indices.numel());
  indices_[count_] = indices.const_data_ptr<int64_t>();
  sizes_[count_] = size;
  return true;
}

bool Blocks::get(const Tensor& self, Tensor& out) const {
  const auto sizes = self.sizes(), places = first_->sizes();
  const size_t rank = sizes.size() - count_ + places.size();
  if (rank > kMaxRank) {
    return false;
  }
  Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    const size_t place = d - skipped_;
    shape.push_back(
        d < skipped_            ? sizes[d]
        : place < places.size() ? places[place]
                                : sizes[d - places.size() + count_]);
  }
  if (!resize(out, shape) || !(has_other_order_ ? is_in_order_of(self, out) : is_array(out))) {
    return false;
  }
  if (out.numel() == 0) {
    return true;
  }
  const char* from = self.const_data_ptr<char>();
  char* to = out.mutable_data_ptr<char>();
  const size_t whole = static_cast<size_t>(sizes_[0] * strides_[0]), most = are_direct() ? places_ : kChunk;
  parallel(outer_ * places_, bytes_ / 4 + count_, [&](size_t begin, size_t end) {
    for (size_t n; begin < end; begin += n) {
      // Most calls index the first dimension: without divisions, looking up a few short rows takes 5 ns less.
      const size_t outer = outer_ == 1 ? 0 : begin / places_, first = begin - outer * places_;
      n = std::min({most, places_ - first, end - begin});
      copy(from + outer * whole, first, n, to + begin * bytes_);
    }
  });
  return true;
}

void Blocks::copy(const char* from, size_t first, size_t n, char* out) const {
  const auto copy_all = [&](const int64_t* strides, ptrdiff_t stride) {
    if (bytes_ > sizeof(uint64_t) || !gather_elements(from, stride, strides, n, bytes_, out)) {
      HWY_DYNAMIC_DISPATCH(copy_blocks)(from, strides, n, stride, bytes_, out);
    }
  };
  // The call of copy_blocks would take longer than copying a few short blocks.
  constexpr size_t kFew = 8;
  if (are_direct() && n <= kFew && sizeof(uint64_t) < bytes_ && bytes_ <= kShortRun) {
    for (size_t i = 0; i < n; ++i, out += bytes_) {
      copy_short(from + indices_[0][first + i] * strides_[0], bytes_, out);
    }
    return;
  }
  if (are_direct()) {
    return copy_all(indices_[0] + first, strides_[0]);
  }
  int64_t offsets[kChunk];
  find(first, n, offsets);
  copy_all(offsets, 1);
}

void Blocks::find(size_t first, size_t n, int64_t* offsets) const {
  std::fill_n(offsets, n, 0);
  for (size_t d = 0; d < count_; ++d) {
    for (size_t i = 0; i < n; ++i) {
      const int64_t at = indices_[d][first + i];
      offsets[i] += (at < 0 ? at + sizes_[d] : at) * strides_[d];
    }
  }
}

}  // namespace etk::vec

#endif  // HWY_ONCE
