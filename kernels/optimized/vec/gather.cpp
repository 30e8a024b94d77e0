#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/gather.cpp"
#include "vec/each_target.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Copies a block: by whole vectors where `to` is aligned to them, and what is before and behind by masks. An
// app aligns its memory to 16 bytes, where each vector that memcpy writes would be in two cache lines.
HWY_INLINE void copy_aligned(const uint8_t* from, size_t bytes, uint8_t* to) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  const size_t before = HWY_MIN(bytes, (lanes - reinterpret_cast<uintptr_t>(to) % lanes) % lanes);
  hn::StoreN(hn::LoadN(d, from, before), d, to, before);
  size_t i = before;
  for (; i + lanes <= bytes; i += lanes) {
    hn::Store(hn::LoadU(d, from + i), d, to + i);
  }
  hn::StoreN(hn::LoadN(d, from + i, bytes - i), d, to + i, bytes - i);
}

// Whether n indices are in [0, size).
bool are_below(const int64_t* index, size_t n, int64_t size) {
  const hn::ScalableTag<int64_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto last = hn::Set(d, size - 1);
  auto signs = hn::Zero(d);  // negative where an index has been, or its distance from the last one
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto at = hn::LoadU(d, index + i);
    signs = hn::Or(signs, hn::Or(at, hn::Sub(last, at)));
  }
  if (i < n) {
    const auto at = hn::LoadN(d, index + i, n - i);
    signs = hn::Or(signs, hn::Or(at, hn::Sub(last, at)));
  }
  return hn::AllFalse(d, hn::IsNegative(signs));
}

// Copies the blocks that n indices name, which are all in range, one behind the other.
void copy_blocks(const char* from, const int64_t* index, size_t n, size_t bytes, char* to) {
  // What is shorter or longer memcpy is as good at, and other targets have no masks for bytes.
  constexpr size_t kShortest = 160, kLongest = 8192;
  if (HWY_TARGET <= HWY_AVX3 && kShortest <= bytes && bytes <= kLongest) {
    for (size_t i = 0; i < n; ++i) {
      const char* block = from + index[i] * static_cast<ptrdiff_t>(bytes);
      copy_aligned(
          reinterpret_cast<const uint8_t*>(block), bytes, reinterpret_cast<uint8_t*>(to + i * bytes));
    }
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    std::memcpy(to + i * bytes, from + index[i] * static_cast<ptrdiff_t>(bytes), bytes);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/dtype.h"
#include "vec/gather.h"
#include "vec/layout.h"
#include "vec/parallel.h"

#include <algorithm>

#include "hwy/cache_control.h"

namespace etk::vec {

HWY_EXPORT(are_below);
HWY_EXPORT(copy_blocks);

bool Blocks::add(const Tensor& self, const Tensor& indices) {
  const size_t rank = self.sizes().size();
  if (count_ >= rank || !is_array(self) || indices.scalar_type() != ScalarType::Long || !is_array(indices) ||
      (first_ && !indices.sizes().equals(first_->sizes()))) {
    return false;
  }
  const int64_t size = self.sizes()[count_];
  const auto* first = indices.const_data_ptr<int64_t>();
  const auto n = static_cast<size_t>(indices.numel());
  const bool are_positive = HWY_DYNAMIC_DISPATCH(are_below)(first, n, size);
  if (!are_positive &&
      !std::all_of(first, first + n, [size](int64_t index) { return -size <= index && index < size; })) {
    return false;
  }
  are_positive_ = are_positive_ && are_positive;
  first_ = first_ ? first_ : &indices;
  places_ = n;
  indices_[count_] = first;
  sizes_[count_] = size;
  bytes_ = self.element_size();
  for (size_t d = ++count_; d < rank; ++d) {
    bytes_ *= static_cast<size_t>(self.sizes()[d]);
  }
  strides_[count_ - 1] = static_cast<ptrdiff_t>(bytes_);
  return true;
}

bool Blocks::get(const Tensor& self, Tensor& out) const {
  Shape shape(*first_);
  for (size_t d = count_; d < self.sizes().size(); ++d) {
    if (shape.rank == kMaxRank) {
      return false;
    }
    shape.push_back(self.sizes()[d]);
  }
  if (!resize(out, shape) || !is_array(out)) {
    return false;
  }
  const char* from = self.const_data_ptr<char>();
  char* to = out.mutable_data_ptr<char>();
  if (shape.numel() > 0) {
    parallel(places_, bytes_ / 4 + count_, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i += kChunk) {
        copy(from, i, std::min(kChunk, end - i), to + i * bytes_);
      }
    });
  }
  return true;
}

void Blocks::copy(const char* from, size_t first, size_t n, char* out) const {
  if (count_ == 1 && are_positive_ && bytes_ > sizeof(float)) {
    return HWY_DYNAMIC_DISPATCH(copy_blocks)(from, indices_[0] + first, n, bytes_, out);
  }
  ptrdiff_t offsets[kChunk] = {};
  for (size_t d = 0; d < count_; ++d) {
    for (size_t i = 0; i < n; ++i) {
      const int64_t at = indices_[d][first + i];
      offsets[i] += static_cast<ptrdiff_t>(at < 0 ? at + sizes_[d] : at) * strides_[d];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    if (bytes_ == sizeof(float)) {
      std::memcpy(out + i * sizeof(float), from + offsets[i], sizeof(float));
    } else {
      // Where the next block is, no processor can guess.
      hwy::Prefetch(from + offsets[i + 1 < n ? i + 1 : i]);
      std::memcpy(out + i * bytes_, from + offsets[i], bytes_);
    }
  }
}

}  // namespace etk::vec

#endif  // HWY_ONCE
