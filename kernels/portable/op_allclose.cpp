// allclose(self, other) = whether everywhere |self - other| ≤ atol + rtol · |other|, or both are equal
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>
#include <type_traits>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAllclose[] = "allclose.out";
static constexpr char kAllcloseTensor[] = "allclose.Tensor";

namespace {

struct Closeness {
  double rtol, atol;
  bool equal_nan;
};

using AreClose = bool (*)(const void* a, const void* b, size_t n, const Closeness& closeness);

// If C is an integer type, compares for equality only.
template <typename C>
bool are_close(const void* a, const void* b, size_t n, const Closeness& closeness) {
  bool close = true;
  for (size_t i = 0; i < n; ++i) {
    const C x = static_cast<const C*>(a)[i], y = static_cast<const C*>(b)[i];
    bool same = x == y;
    if constexpr (!std::is_integral_v<C>) {
      const C error = std::fabs(x - y);
      const C allowed = static_cast<C>(closeness.atol) + std::fabs(static_cast<C>(closeness.rtol) * y);
      same |= closeness.equal_nan && x != x && y != y;
      same |= std::isfinite(error) && error <= allowed;
    }
    close &= same;
  }
  return close;
}

}  // namespace

Tensor& allclose_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    double rtol,
    double atol,
    bool equal_nan,
    bool dummy_param,
    Tensor& out) {
  (void)dummy_param;  // distinguishes this overload from ATen's operator
  static constexpr auto instances = instantiate<kAllclose, kNumbers, AreClose, kSingle>(
      [](auto c) -> AreClose { return are_close<decltype(c)>; });
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, rtol >= 0 && atol >= 0, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && other.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, instances.selected.has(dtype) && instances.selected.has(ScalarType::Bool), out);
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool && out.numel() == 1, out);
  const bool by_distance = compute_of(dtype) == Compute::kInt && (rtol > 0 || atol > 0);
  const ScalarType common = by_distance ? ScalarType::Float : dtype;
  Shape shape(self);
  View a(self), b(other);
  ETK_REQUIRE(ctx, broadcast(shape, b) && a.broadcast_to(shape) && b.broadcast_to(shape), out);
  Loop loop(shape);
  loop.add(a);
  loop.add(b);
  loop.simplify();
  Source sources[] = {Source(dtype, common), Source(dtype, common)};
  int64_t close = true;
  for (Cursor cursor(loop); close && cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const void* x = sources[0].read(cursor.at(0), loop.inner_stride(0), n);
    const void* y = sources[1].read(cursor.at(1), loop.inner_stride(1), n);
    close = instances.find(compute_of(common))(x, y, n, {rtol, atol, equal_nan});
    cursor.step(n);
  }
  store(ScalarType::Bool, &close, 1, View(out).data, 0);
  return out;
}

Tensor allclose_tensor(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    double rtol,
    double atol,
    bool equal_nan,
    bool dummy_param) {
  (void)other, (void)rtol, (void)atol, (void)equal_nan, (void)dummy_param;
  // Kernels have no memory for a tensor that outlives the call; allclose.out is the supported overload.
  constexpr bool has_memory = false;
  ETK_REQUIRE(ctx, accepts<kAllcloseTensor>(self) && has_memory, self);
  return self;
}

}  // namespace torch::executor::native
