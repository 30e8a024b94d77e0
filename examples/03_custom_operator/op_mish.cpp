// mish(x) = x · tanh(log(1 + eˣ)), for Float and Double, in any dim order.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <cmath>

namespace my_ops {
namespace native {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

template <typename T>
static void mish(const Tensor& x, Tensor& out) {
  const T* from = x.const_data_ptr<T>();
  T* to = out.mutable_data_ptr<T>();
  for (ssize_t i = 0; i < x.numel(); ++i) {
    to[i] = from[i] * std::tanh(std::log1p(std::exp(from[i])));
  }
}

Tensor& mish_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  // A check that does not hold sets a failure on the context and returns; nothing has been written then.
  ET_KERNEL_CHECK(ctx, out.scalar_type() == x.scalar_type(), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_dim_order(x, out), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(out, x.sizes()) == Error::Ok, InvalidArgument, out);
  switch (x.scalar_type()) {
    case ScalarType::Float:
      mish<float>(x, out);
      break;
    case ScalarType::Double:
      mish<double>(x, out);
      break;
    default:
      ET_KERNEL_CHECK_MSG(ctx, false, InvalidArgument, out, "mish is for Float and Double");
  }
  return out;
}

}  // namespace native
}  // namespace my_ops
