#include "etk/base/copy.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

#include <cstring>

namespace etk {

void fill(const View& to, const Scalar& number) {
  Loop loop(to);
  loop.add(to);
  loop.simplify();
  alignas(double) char element[kMostBytes];
  store_number(number, to.dtype, element);
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = cursor.left();
    if (loop.inner_stride(0) == static_cast<ptrdiff_t>(to.element_size)) {
      repeat_element(element, to.element_size, n, cursor.at(0));
    } else {
      copy_elements(element, 0, cursor.at(0), loop.inner_stride(0), to.element_size, n);
    }
    cursor.step(n);
  }
}

void copy(const View& from, const View& to) {
  if (from.dtype != to.dtype && (is_complex(from.dtype) || is_complex(to.dtype))) {
    copy(from.part(false), to.part(false));
    if (is_complex(to.dtype)) {
      is_complex(from.dtype) ? copy(from.part(true), to.part(true)) : fill(to.part(true), 0);
    }
    return;
  }
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  const ptrdiff_t to_stride = loop.inner_stride(0), from_stride = loop.inner_stride(1);
  Source source(from.dtype, to.dtype);
  for (Cursor cursor(loop); cursor.left();) {
    if (from.dtype == to.dtype) {
      const size_t n = cursor.left();
      copy_elements(cursor.at(1), from_stride, cursor.at(0), to_stride, to.element_size, n);
      cursor.step(n);
    } else {
      const size_t n = chunk_of(cursor.left());
      store(to.dtype, source.read(cursor.at(1), from_stride, n), n, cursor.at(0), to_stride);
      cursor.step(n);
    }
  }
}

Tensor& copy_to_out(Context& ctx, const View& view, Tensor& out, CopyFunction copy) {
  if (resize(ctx, out, view)) {
    copy(view, View(out));
  }
  return out;
}

Tensor& copy_to_out(Context& ctx, const Tensor& self, Tensor& out, CopyFunction copy) {
  // For short copies, views would take longer than the copy.
  constexpr size_t kShort = 4096;
  const size_t bytes = self.nbytes();
  if (bytes > 0 && bytes <= kShort && self.scalar_type() == out.scalar_type() &&
      self.sizes().equals(out.sizes()) && self.strides().equals(out.strides())) {
    std::memcpy(out.mutable_data_ptr(), self.const_data_ptr(), bytes);
    return out;
  }
  return copy_to_out(ctx, View(self), out, copy);
}

void reshape(const View& from, const View& to, size_t shift) {
  Loop read(from), write(to);
  read.add(from);
  write.add(to);
  read.simplify(/*keep_order=*/true);
  write.simplify(/*keep_order=*/true);
  // First the end of `from`, which goes to the start of `to`, then the elements before it.
  Cursor target(write);
  for (const bool is_end : {true, false}) {
    Cursor source(read);
    size_t skipped = is_end ? from.numel() - shift : 0;
    size_t left = is_end ? shift : from.numel() - shift;
    while (left > 0) {
      size_t n = source.left();
      if (skipped > 0) {
        n = skipped < n ? skipped : n;
        skipped -= n;
      } else {
        n = left < n ? left : n;
        n = target.left() < n ? target.left() : n;
        copy_elements(
            source.at(0), read.inner_stride(0), target.at(0), write.inner_stride(0), to.element_size, n);
        target.step(n);
        left -= n;
      }
      source.step(n);
    }
  }
}

}  // namespace etk
