// The least and the greatest element of each row of a Float matrix: an operator with two outs.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <algorithm>
#include <tuple>

namespace my_ops {
namespace native {

using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

std::tuple<Tensor&, Tensor&> row_range_out(
    KernelRuntimeContext& ctx, const Tensor& x, Tensor& low, Tensor& high) {
  const std::tuple<Tensor&, Tensor&> outs(low, high);
  ET_KERNEL_CHECK(ctx, x.dim() == 2 && x.size(1) > 0, InvalidArgument, outs);
  for (const Tensor& tensor : {x, low, high}) {
    ET_KERNEL_CHECK(ctx, tensor.scalar_type() == ScalarType::Float, InvalidArgument, outs);
  }
  const SizesType rows[] = {static_cast<SizesType>(x.size(0))};
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(low, {rows, 1}) == Error::Ok, InvalidArgument, outs);
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(high, {rows, 1}) == Error::Ok, InvalidArgument, outs);
  const ssize_t columns = x.size(1);
  for (ssize_t row = 0; row < x.size(0); ++row) {
    const float* begin = x.const_data_ptr<float>() + row * columns;
    const auto range = std::minmax_element(begin, begin + columns);
    low.mutable_data_ptr<float>()[row] = *range.first;
    high.mutable_data_ptr<float>()[row] = *range.second;
  }
  return outs;
}

}  // namespace native
}  // namespace my_ops
