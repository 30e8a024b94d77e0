#include "etk/index/mask.h"

#include <cstring>

namespace etk {
namespace {

Loop loop_over(const View& mask, const View& along) {
  Loop loop(mask);
  loop.add(mask);
  loop.add(along);
  loop.simplify(/*keep_order=*/true);
  return loop;
}

int64_t count_nonzero(const View& mask) {
  int64_t count = 0;
  for (NonZero found(mask, mask); found.next();) {
    ++count;
  }
  return count;
}

}  // namespace

NonZero::NonZero(const View& mask, const View& along)
    : loop_(loop_over(mask, along)), cursor_(loop_), dtype_(mask.dtype) {}

bool NonZero::next() {
  if (index_ >= 0) {
    cursor_.step(1);
  }
  for (++index_; cursor_.left(); cursor_.step(1), ++index_) {
    alignas(int64_t) char value[sizeof(int64_t)];
    int64_t is_nonzero = 0;
    load(dtype_, cursor_.at(0), 0, 1, value);
    cast(dtype_, value, ScalarType::Bool, &is_nonzero, 1);
    if (is_nonzero != 0) {
      return true;
    }
  }
  return false;
}

void set_indices(const Shape& shape, int64_t index, char* row, ptrdiff_t stride) {
  for (size_t d = shape.rank; d-- > 0; index /= shape.sizes[d]) {
    *reinterpret_cast<int64_t*>(row + static_cast<ptrdiff_t>(d) * stride) = index % shape.sizes[d];
  }
}

void set_nonzero(Context& ctx, const View& view, Tensor& out) {
  Shape shape;
  shape.push_back(count_nonzero(view));
  shape.push_back(static_cast<int64_t>(view.rank));
  if (!resize(ctx, out, shape)) {
    return;
  }
  const View to(out);
  char* row = to.data;
  for (NonZero found(view, view); found.next(); row += to.strides[0]) {
    set_indices(view, found.index(), row, to.strides[1]);
  }
}

void select(Context& ctx, const View& from, const View& where, Tensor& out) {
  Shape shape;
  shape.push_back(count_nonzero(where));
  if (!resize(ctx, out, shape)) {
    return;
  }
  const View to(out);
  char* at = to.data;
  for (NonZero found(where, from); found.next(); at += to.strides[0]) {
    std::memcpy(at, found.at(), to.element_size);
  }
}

}  // namespace etk
