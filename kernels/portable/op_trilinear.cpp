// _trilinear(i1, i2, i3) = Σ i1 · i2 · i3 along some dimensions, each with dimensions of size 1 added
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTrilinear[] = "_trilinear.out";

namespace {

// Adds up the products of three factors along the loop `along`.
using TrilinearFunction = void (*)(ScalarType dtype, const Loop& along, char* out);

template <typename C>
void add_products(ScalarType dtype, const Loop& along, char* out) {
  // Floats are added in double, because the number of terms is the number of elements of two factors.
  using Sum = std::conditional_t<std::is_integral_v<C>, uint64_t, double>;
  Source sources[3];
  for (Source& source : sources) {
    source = Source(dtype, dtype);
  }
  Sum total = 0;
  for (Cursor cursor(along); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const C* factors[3];
    for (size_t f = 0; f < 3; ++f) {
      factors[f] = static_cast<const C*>(sources[f].read(cursor.at(f), along.inner_stride(f), n));
    }
    for (size_t i = 0; i < n; ++i) {
      const auto product = static_cast<Sum>(factors[0][i]) * static_cast<Sum>(factors[1][i]);
      total += product * static_cast<Sum>(factors[2][i]);
    }
    cursor.step(n);
  }
  const auto sum = static_cast<C>(total);
  store(dtype, &sum, 1, out, 0);
}

// The dimensions in a list; unlike for a reduction, an empty list means no dimension.
std::optional<DimSet> listed_dims(ArrayRef<int64_t> dims, size_t rank) {
  return dims.empty() ? DimSet{0} : wrap_dims(dims, rank);
}

// Inserts the listed dimensions into the views, so that they have the given rank, and broadcasts them to
// their common shape. A dimension that was not inserted must have the same size in each view.
bool join(View (&factors)[3], const ArrayRef<int64_t> (&lists)[3], size_t rank, Shape& shape) {
  constexpr int kUnknown = -1;
  shape.rank = rank;
  for (size_t d = 0; d < rank; ++d) {
    shape.sizes[d] = kUnknown;
  }
  for (size_t f = 0; f < 3; ++f) {
    const auto added = listed_dims(lists[f], rank);
    if (!added || factors[f].rank + lists[f].size() != rank) {
      return false;
    }
    for (size_t d = 0; d < rank; ++d) {
      if (*added >> d & 1) {
        factors[f].insert(d);
      } else if (shape.sizes[d] != kUnknown && shape.sizes[d] != factors[f].sizes[d]) {
        return false;
      } else {
        shape.sizes[d] = factors[f].sizes[d];
      }
    }
  }
  for (size_t d = 0; d < rank; ++d) {
    shape.sizes[d] = shape.sizes[d] == kUnknown ? 1 : shape.sizes[d];
  }
  for (View& factor : factors) {
    factor.broadcast_to(shape);
  }
  return true;
}

// The view with size 1 in each dimension that is in `dims`, if `in`, or that is not.
View without_dims(View view, DimSet dims, bool in) {
  for (size_t d = 0; d < view.rank; ++d) {
    if (((dims >> d & 1) != 0) == in) {
      view.sizes[d] = 1;
    }
  }
  return view;
}

void sum_products(TrilinearFunction add, const View (&factors)[3], DimSet summed, const View& out) {
  Loop across(without_dims(factors[0], summed, true)), along(without_dims(factors[0], summed, false));
  for (const View& factor : factors) {
    across.add(without_dims(factor, summed, true));
    along.add(without_dims(factor, summed, false));
  }
  View to = out;
  for (size_t d = 0; d < factors[0].rank; ++d) {
    if (summed >> d & 1) {
      to.insert(d);
    }
  }
  across.add(to);
  across.simplify();
  along.simplify(/*keep_order=*/true);
  for (Cursor cursor(across); cursor.left(); cursor.step(1)) {
    for (size_t f = 0; f < 3; ++f) {
      along.rebase(f, cursor.at(f));
    }
    add(out.dtype, along, cursor.at(3));
  }
}

}  // namespace

Tensor& _trilinear_out(
    Context& ctx,
    const Tensor& i1,
    const Tensor& i2,
    const Tensor& i3,
    ArrayRef<int64_t> expand1,
    ArrayRef<int64_t> expand2,
    ArrayRef<int64_t> expand3,
    ArrayRef<int64_t> sumdim,
    int64_t unroll_dim,
    Tensor& out) {
  static constexpr auto instances =
      instantiate<kTrilinear, kNumbers, TrilinearFunction>([](auto c) { return add_products<decltype(c)>; });
  const ScalarType dtype = i1.scalar_type();
  const TrilinearFunction add = instances.find(dtype);
  ETK_REQUIRE(ctx, add && is_number(dtype) && have_dtype(dtype, i2, i3, out), out);
  const size_t rank = static_cast<size_t>(i1.dim()) + expand1.size();
  ETK_REQUIRE(ctx, rank <= kMaxRank && unroll_dim >= 0 && unroll_dim < static_cast<int64_t>(rank), out);
  View factors[] = {View(i1), View(i2), View(i3)};
  Shape whole, shape;
  ETK_REQUIRE(ctx, join(factors, {expand1, expand2, expand3}, rank, whole), out);
  const auto summed = listed_dims(sumdim, rank);
  ETK_REQUIRE(ctx, summed, out);
  for (size_t d = 0; d < rank; ++d) {
    if (!(*summed >> d & 1)) {
      shape.push_back(whole.sizes[d]);
    }
  }
  if (resize(ctx, out, shape)) {
    sum_products(add, factors, *summed, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
