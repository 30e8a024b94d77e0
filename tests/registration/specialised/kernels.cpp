// Kernels that print their name and set their outs to zero.

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cstdio>
#include <cstring>
#include <tuple>

namespace speaking {
namespace native {

using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::aten::TensorList;
using executorch::runtime::KernelRuntimeContext;

static Tensor& speak(const char* name, Tensor& out) {
  std::printf("%s\n", name);
  std::memset(out.mutable_data_ptr(), 0, out.nbytes());
  return out;
}

#define ADD(name)                                                                                 \
  Tensor& name(KernelRuntimeContext&, const Tensor&, const Tensor&, const Scalar&, Tensor& out) { \
    return speak(#name, out);                                                                     \
  }
ADD(add_float_or_double)
ADD(add_half)
ADD(add_contiguous)
ADD(add_channels_last)
ADD(add_numbers)
ADD(add_others)

Tensor& cat_float(KernelRuntimeContext&, TensorList, int64_t, Tensor& out) {
  return speak("cat_float", out);
}

Tensor& where_float(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, Tensor& out) {
  return speak("where_float", out);
}

#define LAYER_NORM(name)                                                                     \
  std::tuple<Tensor&, Tensor&, Tensor&> name(                                                \
      KernelRuntimeContext&, const Tensor&, ArrayRef<int64_t>, const std::optional<Tensor>&, \
      const std::optional<Tensor>&, double, Tensor& out0, Tensor& out1, Tensor& out2) {      \
    return {speak(#name, out0), out1, out2};                                                 \
  }
LAYER_NORM(layer_norm)
LAYER_NORM(layer_norm_with_weights)

Tensor& to_channels_last(
    KernelRuntimeContext&, const Tensor&, bool, std::optional<ArrayRef<int64_t>>, Tensor& out) {
  return speak("to_channels_last", out);
}

}  // namespace native
}  // namespace speaking
