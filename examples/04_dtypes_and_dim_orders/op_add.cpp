// self + alpha · other: kernels for three kinds of tensors, and one for all others.
#include "calls.h"
#include "elementwise.h"

// With dtype_selective_build, the dtypes that no selected call has are not compiled.
#ifdef EXECUTORCH_SELECTIVE_BUILD_DTYPE
#define IS_SELECTED(dtype) should_include_kernel_dtype("add.out", dtype)
#else
#define IS_SELECTED(dtype) true
#endif

namespace example {
namespace native {

using executorch::aten::BFloat16;
using executorch::aten::Half;

namespace {

double number(const Scalar& alpha) {
  return alpha.isFloatingPoint() ? alpha.to<double>()
         : alpha.isBoolean()     ? static_cast<double>(alpha.to<bool>())
                                 : static_cast<double>(alpha.to<int64_t>());
}

// Adds if the tensors are of the type; false if they are of another, or the build does not need it.
template <typename T, ScalarType dtype>
bool add_as(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  if constexpr (IS_SELECTED(dtype)) {
    if (out.scalar_type() == dtype) {
      const auto factor = static_cast<T>(number(alpha));
      apply<T>(self, other, out, [=](T a, T b) { return static_cast<T>(a + factor * b); });
      return true;
    }
  }
  return false;
}

}  // namespace

// The runtime calls it with contiguous Float tensors of four dimensions, and with nothing else.
Tensor& add_float_contiguous(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  calls().emplace_back("add_float_contiguous");
  ET_KERNEL_CHECK(ctx, fits(self, other, out), InvalidArgument, out);
  add_as<float, ScalarType::Float>(self, other, alpha, out);
  return out;
}

Tensor& add_float_channels_last(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  calls().emplace_back("add_float_channels_last");
  ET_KERNEL_CHECK(ctx, fits(self, other, out), InvalidArgument, out);
  add_as<float, ScalarType::Float>(self, other, alpha, out);
  return out;
}

Tensor& add_16_bits(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  calls().emplace_back("add_16_bits");
  ET_KERNEL_CHECK(ctx, fits(self, other, out), InvalidArgument, out);
  add_as<Half, ScalarType::Half>(self, other, alpha, out) ||
      add_as<BFloat16, ScalarType::BFloat16>(self, other, alpha, out);
  return out;
}

Tensor& add_others(
    KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  calls().emplace_back("add_others");
  ET_KERNEL_CHECK(ctx, fits(self, other, out), InvalidArgument, out);
  const bool added = add_as<float, ScalarType::Float>(self, other, alpha, out) ||
                     add_as<double, ScalarType::Double>(self, other, alpha, out) ||
                     add_as<int8_t, ScalarType::Char>(self, other, alpha, out) ||
                     add_as<int32_t, ScalarType::Int>(self, other, alpha, out) ||
                     add_as<int64_t, ScalarType::Long>(self, other, alpha, out);
  ET_KERNEL_CHECK_MSG(
      ctx, added, InvalidArgument, out, "add_others is for Float, Double, Char, Int and Long");
  return out;
}

}  // namespace native
}  // namespace example
