// Writes what it gets: a number for each argument.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace test_ops {
namespace native {

using namespace executorch::aten;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

static double first_of(const Tensor& tensor) {
  return tensor.const_data_ptr<float>()[0];
}

std::tuple<Tensor&, Tensor&> types_out(
    KernelRuntimeContext& ctx,
    const Tensor& a,
    const std::optional<Tensor>& b,
    TensorList c,
    ArrayRef<std::optional<Tensor>> d,
    int64_t e,
    std::optional<int64_t> f,
    ArrayRef<int64_t> g,
    std::optional<ArrayRef<int64_t>> h,
    double i,
    std::optional<ArrayRef<double>> j,
    bool k,
    ArrayRef<bool> l,
    std::string_view m,
    const Scalar& n,
    const std::optional<Scalar>& o,
    std::optional<ScalarType> p,
    std::optional<MemoryFormat> q,
    std::optional<Layout> r,
    std::optional<Device> s,
    Tensor& x,
    Tensor& y) {
  const std::tuple<Tensor&, Tensor&> outs(x, y);
  const std::vector<double> got = {
      first_of(a),
      b ? first_of(*b) : -1,
      c.empty() ? -1 : first_of(c[c.size() - 1]),
      static_cast<double>(d.size()),
      d.size() > 1 && d[1] ? first_of(*d[1]) : -1,
      static_cast<double>(e),
      f ? static_cast<double>(*f) : -1,
      static_cast<double>(g[g.size() - 1]),
      h ? static_cast<double>((*h)[0]) : -1,
      i,
      j ? (*j)[0] : -1,
      k ? 1.0 : 0.0,
      l.size() == 2 && l[0] && !l[1] ? 1.0 : 0.0,
      static_cast<double>(m.size()),
      n.isBoolean()         ? 3.0
      : n.isFloatingPoint() ? 2.0
                            : 1.0,
      o ? o->to<double>() : -1,
      p ? static_cast<double>(*p) : -1,
      q ? static_cast<double>(*q) : -1,
      r ? static_cast<double>(*r) : -1,
      s ? static_cast<double>(s->type()) : -1,
  };
  const SizesType sizes[] = {static_cast<SizesType>(got.size())};
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(x, {sizes, 1}) == Error::Ok, InvalidArgument, outs);
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(y, {sizes, 1}) == Error::Ok, InvalidArgument, outs);
  for (size_t at = 0; at < got.size(); ++at) {
    x.mutable_data_ptr<float>()[at] = static_cast<float>(got[at]);
    y.mutable_data_ptr<float>()[at] = static_cast<float>(-got[at]);
  }
  // Memory that a kernel asks for is there.
  ET_KERNEL_CHECK(ctx, ctx.allocate_temp(1 << 16, 64).ok(), MemoryAllocationFailed, outs);
  return outs;
}

}  // namespace native
}  // namespace test_ops
