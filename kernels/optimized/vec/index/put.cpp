#include "vec/index/put.h"

#include "vec/base/elements.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/index/gather.h"
#include "vec/move/lines.h"

#include <cstring>

namespace etk::vec {
namespace {

// Whether all elements of a view are the same element.
bool is_single_element(const View& view) {
  bool is_single = true;
  for (size_t d = 0; d < view.rank; ++d) {
    is_single = is_single && (view.strides[d] == 0 || view.sizes[d] == 1);
  }
  return is_single;
}

// Calls f(i, to) for each block, in order if blocks may overlap.
template <typename F>
void for_each_block(const Blocks& blocks, Tensor& out, const F& f) {
  const size_t places = blocks.places();
  char* const to = out.mutable_data_ptr<char>();
  parallel(blocks.outer(), places * (blocks.bytes() / sizeof(float) + 1), [&](size_t begin, size_t end) {
    blocks.for_each(begin * places, end * places, [&](size_t i, ptrdiff_t offset) { f(i, to + offset); });
  });
}

// Puts blocks of kBytes or, if that is 0, of their size at run time. The values' blocks are `step` bytes
// apart.
template <size_t kBytes>
void put_each(const Blocks& blocks, const char* from, size_t step, Tensor& out) {
  const size_t bytes = kBytes > 0 ? kBytes : blocks.bytes();
  for_each_block(blocks, out, [=](size_t i, char* to) { std::memcpy(to, from + i * step, bytes); });
}

// Puts values that are an array, or one element.
void put_blocks(const Blocks& blocks, const View& values, bool is_single, Tensor& out) {
  const size_t bytes = blocks.bytes(), size = values.element_size;
  const char* const from = values.data;
  if (is_single && bytes > size) {
    const auto stride = static_cast<ptrdiff_t>(size);
    return for_each_block(blocks, out, [=](size_t, char* to) {
      copy_lines({from, 0, 0, to, stride, 0, bytes / size, 1}, size);
    });
  }
  const auto put = bytes == sizeof(float)    ? put_each<sizeof(float)>
                   : bytes == sizeof(double) ? put_each<sizeof(double)>
                                             : put_each<0>;
  put(blocks, from, is_single ? 0 : bytes, out);
}

// Adds blocks of values.
template <typename T>
void add_blocks(const Blocks& blocks, const View& values, bool is_single, Tensor& out) {
  const size_t n = blocks.bytes() / sizeof(T);
  const auto* const from = reinterpret_cast<const T*>(values.data);
  for_each_block(blocks, out, [=](size_t i, char* to) {
    auto* const sums = reinterpret_cast<T*>(to);
    for (size_t j = 0; j < n; ++j) {
      sums[j] += is_single ? *from : from[i * n + j];
    }
  });
}

// Sets the elements of `out` where a mask is true to one value.
bool put_where(const Tensor& mask, const View& values, Tensor& out) {
  if (mask.scalar_type() != ScalarType::Bool || mask.dim() != out.dim() || !vec::is_array(mask) ||
      !vec::is_array(out)) {
    return false;
  }
  const auto* const holds = mask.const_data_ptr<bool>();
  return with_size(values.element_size, [&](auto value) {
    using T = decltype(value);
    std::memcpy(&value, values.data, sizeof(T));
    auto* const to = static_cast<T*>(out.mutable_data_ptr());
    parallel(static_cast<size_t>(out.numel()), 1, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const auto bits = static_cast<T>(-static_cast<T>(holds[i]));
        to[i] = static_cast<T>((value & bits) | (to[i] & ~bits));
      }
    });
  });
}

}  // namespace

bool put(Tensor& out, IndexList indices, const View& values, bool adds) {
  const bool is_single = is_single_element(values);
  if (!vec::is_array(out) || (!is_single && !is_array(values, 0))) {
    return false;
  }
  if (!adds && is_single && indices.size() == 1 && indices[0] && put_where(*indices[0], values, out)) {
    return true;
  }
  Blocks blocks;
  if (!blocks.read(out, indices)) {
    return false;
  }
  if (blocks.places() == 0) {
    return true;
  }
  if (adds) {
    return with_terms(
        values.dtype, [&](auto term) { add_blocks<decltype(term)>(blocks, values, is_single, out); });
  }
  put_blocks(blocks, values, is_single, out);
  return true;
}

}  // namespace etk::vec
