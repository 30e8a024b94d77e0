#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/gather.cpp"
#include "vec/each_target.h"
#include "vec/memory.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of blocks. With longer ones, blocks of some hundred bytes take a tenth longer.
using Words = hn::CappedTag<int32_t, 8>;

// Copies a block of a vector at least: the first and the last one as they lie, and those between where `to`
// is aligned to them. An app aligns its memory to 16 bytes, where each vector that memcpy writes would be in
// two cache lines. Loads with a mask take up to 40 % less time: as it seems, the processor does not fetch
// what is behind them, which is not the next block. So there is a mask, of the whole vector; if the compiler
// knew that, it would leave it out.
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

// Copies n blocks, each of which begins so many strides of bytes behind `from`, one behind the other.
void copy_blocks(
    const char* from, const int64_t* strides, size_t n, ptrdiff_t stride, size_t bytes, char* to) {
  const auto copy_each = [&](auto copy) HWY_ATTR {
    for (size_t i = 0; i < n; ++i) {
      copy(from + strides[i] * stride, to + i * bytes);
    }
  };
  constexpr size_t kLongest = 16384;  // of which memcpy is not as good at it
  if (bytes == sizeof(float)) {
    copy_each([](const char* x, char* y) HWY_ATTR { std::memcpy(y, x, sizeof(float)); });
  } else if (bytes <= kShortRun) {
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

#include "etk/dtype.h"
#include "vec/gather.h"
#include "vec/layout.h"
#include "vec/parallel.h"

#include <algorithm>

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
  const auto copy_all = HWY_DYNAMIC_POINTER(copy_blocks);
  if (count_ == 1 && are_positive_) {
    return copy_all(from, indices_[0] + first, n, strides_[0], bytes_, out);
  }
  int64_t offsets[kChunk] = {};
  for (size_t d = 0; d < count_; ++d) {
    for (size_t i = 0; i < n; ++i) {
      const int64_t at = indices_[d][first + i];
      offsets[i] += (at < 0 ? at + sizes_[d] : at) * strides_[d];
    }
  }
  copy_all(from, offsets, n, 1, bytes_, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
