// The vector functions of nonzero
#include "etk/index/mask.h"
#include "vec/base/layout.h"
#include "vec/base/operator.h"
#include "vec/index/mask.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

namespace {

// The elements of an array, as bits of whether they are nonzero.
struct Elements {
  const char* data;
  ScalarType dtype;
  size_t size;

  // Calls f(bits, first) for the elements of [begin, end), in pieces.
  template <typename F>
  void for_each(size_t begin, size_t end, const F& f) const {
    uint8_t bytes[MaskBits::kMost];
    for (size_t i = begin, n; i < end; i += n) {
      n = std::min(end - i, MaskBits::kMost);
      f(MaskBits(truths_of(dtype, data + i * size, size, n, bytes), n), i);
    }
  }
};

// Writes the indices of elements to consecutive rows of the out.
class Writer {
 public:
  Writer(const Tensor& self, const View& out, size_t row)
      : sizes_(self),
        row_(out.strides[0]),
        column_(out.strides[1]),
        to_(out.data + static_cast<ptrdiff_t>(row) * row_) {}

  void write(size_t place) {
    if (place >= end_) {
      begin(place);
    }
    char* to = to_;
    for (size_t d = 0; d + 1 < sizes_.rank; ++d, to += column_) {
      std::memcpy(to, index_ + d, sizeof(int64_t));
    }
    const auto last = static_cast<int64_t>(place - begin_);
    std::memcpy(to, &last, sizeof(last));
    to_ += row_;
  }

 private:
  // Computes the run of the last dimension that contains an element. Most elements are in the same run as the
  // previous one.
  void begin(size_t place) {
    size_t d = sizes_.rank - 1;
    const auto size = static_cast<size_t>(sizes_.sizes[d]);
    size_t rest = place / size;
    begin_ = rest * size;
    end_ = begin_ + size;
    for (; d-- > 0; rest /= static_cast<size_t>(sizes_.sizes[d])) {
      index_[d] = static_cast<int64_t>(rest % static_cast<size_t>(sizes_.sizes[d]));
    }
  }

  const Shape sizes_;
  const ptrdiff_t row_, column_;
  char* to_;
  size_t begin_ = 0, end_ = 0;  // of the run
  int64_t index_[kMaxRank];     // in the other dimensions
};

bool find_nonzero(const Tensor& self, Tensor& out) {
  const auto n = static_cast<size_t>(self.numel());
  if (n == 0 || self.dim() == 0 || !is_array(self)) {
    return false;
  }
  const Elements elements{
      self.const_data_ptr<char>(), self.scalar_type(), static_cast<size_t>(self.element_size())};
  const Parts parts(n, [&elements](size_t begin, size_t end) {
    size_t count = 0;
    elements.for_each(begin, end, [&count](const MaskBits& bits, size_t) { count += bits.count(); });
    return count;
  });
  Shape shape;
  shape.push_back(static_cast<int64_t>(parts.total));
  shape.push_back(self.dim());
  if (!resize(out, shape)) {
    return false;
  }
  const View to(out);
  parts.run(n, [&](size_t begin, size_t end, size_t start) {
    Writer writer(self, to, start);
    elements.for_each(begin, end, [&writer](const MaskBits& bits, size_t first) {
      const auto write = [&writer, first](size_t i) { writer.write(first + i); };
      bits.for_each(write, [&write](size_t i) {
        for (size_t k = 0; k < MaskBits::kWord; ++k) {
          write(i + k);
        }
      });
    });
  });
  return true;
}

}  // namespace

}  // namespace etk::vec

ETK_FASTER("nonzero.out", NonZeroFunction, vec::find_nonzero);

#include "portable/op_nonzero.cpp"
