// The vector functions of masked_select
#include "etk/index/mask.h"
#include "vec/base/layout.h"
#include "vec/base/operator.h"
#include "vec/index/mask.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

namespace {

// A mask and the elements of a tensor of the same shape, in order.
class Masked {
 public:
  Masked(const View& from, const View& where) : loop_(where) {
    loop_.add(where);
    loop_.add(from);
    loop_.simplify(/*keep_order=*/true);
  }

  // Calls f(bits, element) for elements of [begin, end) with different mask values, up to MaskBits::kMost at
  // a time, and all(element, n) for n elements whose mask is one repeated true value.
  template <typename F, typename All>
  void for_each(size_t begin, size_t end, const F& f, const All& all) const {
    const ptrdiff_t step = loop_.inner_stride(0);
    const size_t inner = loop_.inner_size();
    Cursor cursor(loop_, begin / inner);
    cursor.step(begin % inner);
    for (size_t n; begin < end; begin += n, cursor.step(n)) {
      n = std::min(cursor.left(), end - begin);
      if (step == 0) {
        if (*cursor.at(0) != 0) {
          all(cursor.at(1), n);
        }
        continue;
      }
      n = std::min(n, MaskBits::kMost);
      char bytes[MaskBits::kMost];
      for (size_t i = 0; i < n && step != 1; ++i) {
        bytes[i] = cursor.at(0)[static_cast<ptrdiff_t>(i) * step];
      }
      f(MaskBits(step == 1 ? cursor.at(0) : bytes, n), cursor.at(1));
    }
  }

  ptrdiff_t step() const {
    return loop_.inner_stride(1);
  }

 private:
  Loop loop_;
};

template <typename T>
void select_typed(const Masked& masked, const Parts& parts, size_t n, char* out) {
  const ptrdiff_t step = masked.step();
  parts.run(n, [&](size_t begin, size_t end, size_t start) {
    char* to = out + start * sizeof(T);
    const auto copy = [&to](const char* from) {
      std::memcpy(to, from, sizeof(T));
      to += sizeof(T);
    };
    const auto copy_all = [&](const char* from, size_t count) {
      if (step == sizeof(T)) {
        std::memcpy(to, from, count * sizeof(T));
        to += count * sizeof(T);
        return;
      }
      for (size_t i = 0; i < count; ++i) {
        copy(from + static_cast<ptrdiff_t>(i) * step);
      }
    };
    const auto copy_some = [&](const MaskBits& bits, const char* from) {
      bits.for_each(
          [&](size_t i) { copy(from + static_cast<ptrdiff_t>(i) * step); },
          [&](size_t i) { copy_all(from + static_cast<ptrdiff_t>(i) * step, MaskBits::kWord); });
    };
    masked.for_each(begin, end, copy_some, copy_all);
  });
}

bool select_elements(const View& from, const View& where, Tensor& out) {
  const size_t n = where.numel();
  if (n == 0) {
    return false;
  }
  const Masked masked(from, where);
  const Parts parts(n, [&masked](size_t begin, size_t end) {
    size_t count = 0;
    masked.for_each(
        begin, end, [&count](const MaskBits& bits, const char*) { count += bits.count(); },
        [&count](const char*, size_t all) { count += all; });
    return count;
  });
  Shape shape;
  shape.push_back(static_cast<int64_t>(parts.total));
  if (!resize(out, shape)) {
    return false;
  }
  char* const to = out.mutable_data_ptr<char>();
  switch (from.element_size) {
    case 1:
      select_typed<uint8_t>(masked, parts, n, to);
      break;
    case 2:
      select_typed<uint16_t>(masked, parts, n, to);
      break;
    case 4:
      select_typed<uint32_t>(masked, parts, n, to);
      break;
    case 8:
      select_typed<uint64_t>(masked, parts, n, to);
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace

}  // namespace etk::vec

ETK_FASTER("masked_select.out", SelectFunction, vec::select_elements);

#include "portable/op_masked_select.cpp"
