// Copies to another dtype, in blocks: floats of all widths, and integers of up to 64 bits. Elements are
// converted by way of float or Int. A block with values that neither can represent is left to the portable
// conversion.
#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/base/loop.h"
#include "vec/base/parallel.h"
#include "vec/move/convert_array.h"
#include "vec/move/copy.h"  // IWYU pragma: associated

#include <algorithm>

namespace etk::vec {
namespace {

// The number of elements that are converted at a time, by way of temporary memory that stays in the
// first-level cache.
constexpr size_t kConverted = 1024;

bool is_common_integer(ScalarType dtype) {
  return compute_of(dtype) == Compute::kInt && !is_large_unsigned(dtype);
}

struct Conversion {
  ScalarType dtype, result;
  ptrdiff_t size, result_size;

  bool convert_block(const char* from, size_t n, char* to) const;
  void convert_by_chunks(const char* from, size_t n, char* to) const;

  /// Converts contiguous elements.
  void convert(const char* from, size_t n, char* to) const {
    for (size_t count; n > 0; n -= count) {
      count = std::min(n, kConverted);
      if (!convert_block(from, count, to)) {
        convert_by_chunks(from, count, to);
      }
      from += static_cast<ptrdiff_t>(count) * size;
      to += static_cast<ptrdiff_t>(count) * result_size;
    }
  }
};

// Returns false if the block requires the portable conversion.
bool Conversion::convert_block(const char* from, size_t n, char* to) const {
  alignas(64) char between[kConverted * sizeof(float)];
  if (!is_single(dtype) && !is_single(result)) {
    if (result == ScalarType::Bool) {
      return to_bools(dtype, from, n, to);
    }
    if (dtype == ScalarType::Int) {
      return from_integers(from, n, result, to);
    }
    void* const integers = result == ScalarType::Int ? to : between;
    return to_integers(dtype, from, n, integers) &&
           (integers == to || from_integers(integers, n, result, to));
  }
  auto* const wide = reinterpret_cast<float*>(result == ScalarType::Float ? to : between);
  const float* const floats = dtype == ScalarType::Float ? reinterpret_cast<const float*>(from) : wide;
  if (is_single(dtype) && floats == wide) {
    load_lines(Array(from, dtype), 0, 1, n, wide, 0);
  } else if (floats == wide && !to_floats(dtype, from, n, wide)) {
    return false;
  }
  if (!is_single(result)) {
    return from_floats(floats, n, result, to);
  }
  if (result != ScalarType::Float) {
    store_lines(floats, 0, 1, n, Array(to, result), 0);
  }
  return true;
}

void Conversion::convert_by_chunks(const char* from, size_t n, char* to) const {
  Source source(dtype, result);
  for (size_t count; n > 0; n -= count) {
    count = chunk_of(n);
    store(result, source.read(from, size, count), count, to, result_size);
    from += static_cast<ptrdiff_t>(count) * size;
    to += static_cast<ptrdiff_t>(count) * result_size;
  }
}

}  // namespace

void convert(const View& from, const View& to) {
  if (from.dtype == to.dtype) {
    return vec::copy(from, to);
  }
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  const Conversion conversion{
      from.dtype, to.dtype, static_cast<ptrdiff_t>(from.element_size),
      static_cast<ptrdiff_t>(to.element_size)};
  const auto is_one_of_these = [](ScalarType dtype) { return is_single(dtype) || is_common_integer(dtype); };
  if (!is_one_of_these(from.dtype) || !is_one_of_these(to.dtype) ||
      loop.inner_stride(0) != conversion.result_size || loop.inner_stride(1) != conversion.size) {
    return etk::copy(from, to);
  }
  if (loop.rank() == 1) {
    parallel(loop.inner_size(), 1, [&](size_t begin, size_t end) {
      conversion.convert(
          from.data + begin * from.element_size, end - begin, to.data + begin * to.element_size);
    });
    return;
  }
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = cursor.left();
    conversion.convert(cursor.at(1), n, cursor.at(0));
    cursor.step(n);
  }
}

}  // namespace etk::vec
