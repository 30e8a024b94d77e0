#include <executorch/runtime/kernel/kernel_includes.h>

namespace test_ops {
namespace native {

using namespace executorch::aten;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

static Tensor& fill(KernelRuntimeContext& ctx, const Tensor& like, float value, Tensor& out) {
  ET_KERNEL_CHECK(ctx, out.scalar_type() == ScalarType::Float, InvalidArgument, out);
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(out, like.sizes()) == Error::Ok, InvalidArgument, out);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = value;
  }
  return out;
}

Tensor& which_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  return fill(ctx, x, 1, out);
}

Tensor& which_float_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  return fill(ctx, x, 2, out);
}

Tensor bump_(KernelRuntimeContext&, Tensor& self) {
  for (ssize_t i = 0; i < self.numel(); ++i) {
    self.mutable_data_ptr<float>()[i] += 1;
  }
  return self;
}

void fill_all_out(KernelRuntimeContext&, const Tensor& value, TensorList out) {
  for (Tensor tensor : out) {
    for (ssize_t i = 0; i < tensor.numel(); ++i) {
      tensor.mutable_data_ptr<float>()[i] = value.const_data_ptr<float>()[0];
    }
  }
}

int64_t rank(KernelRuntimeContext&, const Tensor& x) {
  return x.dim();
}

}  // namespace native
}  // namespace test_ops
