#include "etk/base/plain.h"

#include "etk/base/chunk.h"

namespace etk {

bool plain_strides(
    ArrayRef<executorch::aten::SizesType> own,
    ArrayRef<executorch::aten::SizesType> sizes,
    size_t* strides,
    DimSet& covered) {
  size_t stride = 1;
  for (size_t d = sizes.size(), left = own.size(); d-- > 0;) {
    const executorch::aten::SizesType size = left ? own[--left] : 1;
    if (size == sizes[d]) {
      covered |= DimSet{1} << d;
    } else if (size != 1) {
      return false;
    }
    strides[d] = size == 1 ? 0 : stride;
    stride *= size;
  }
  return own.size() <= sizes.size();
}

void copy_plain(const View& from, void* to) {
  const size_t outer = from.rank ? from.rank - 1 : 0, n = from.rank ? from.sizes[outer] : 1;
  const size_t size = from.element_size;
  char* end = static_cast<char*>(to);
  for (size_t done = 0, numel = from.numel(); done < numel; done += n, end += n * size) {
    const char* data = from.data;
    size_t rest = done / n;
    for (size_t d = outer; d-- > 0; rest /= from.sizes[d]) {
      data += static_cast<ptrdiff_t>(rest % from.sizes[d]) * from.strides[d];
    }
    copy_elements(data, from.rank ? from.strides[outer] : 0, end, static_cast<ptrdiff_t>(size), size, n);
  }
}

}  // namespace etk
