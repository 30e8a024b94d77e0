#include "etk/move/device.h"
#include "etk/base/copy.h"

#if !defined(USE_ATEN_LIB) && __has_include(<executorch/runtime/core/device_allocator.h>)
#define ETK_HAS_DEVICES
#include <executorch/runtime/core/device_allocator.h>
#endif

namespace etk {

#ifdef ETK_HAS_DEVICES

namespace {

using executorch::runtime::DeviceAllocator;
using executorch::runtime::etensor::DeviceType;

bool is_on_host(const Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->device_type() == DeviceType::CPU;
}

// Whether two tensors of the same shape have the same dim order.
bool have_same_order(const Tensor& a, const Tensor& b) {
  for (ssize_t d = 0; d < a.dim(); ++d) {
    if (a.sizes()[d] > 1 && a.strides()[d] != b.strides()[d]) {
      return false;
    }
  }
  return true;
}

// Copies all bytes with the allocator for the device of `remote`, which is self or out.
template <typename Copy>
Tensor& copy_bytes(Context& ctx, const Tensor& self, Tensor& out, const Tensor& remote, Copy copy) {
  const auto& device = *remote.unsafeGetTensorImpl();
  DeviceAllocator* const allocator = executorch::runtime::get_device_allocator(device.device_type());
  ETK_REQUIRE(ctx, allocator && is_on_host(self) != is_on_host(out), out);
  if (!resize(ctx, out, Shape(self))) {
    return out;
  }
  ETK_REQUIRE(ctx, have_same_order(self, out), out);
  const Error error =
      (allocator->*copy)(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes(), device.device_index());
  if (error != Error::Ok) {
    fail(ctx, error);
  }
  return out;
}

}  // namespace

Tensor& copy_to_device(Context& ctx, const Tensor& self, Tensor& out) {
  if (is_on_host(self) && is_on_host(out)) {
    return copy_to_out(ctx, self, out);
  }
  return copy_bytes(ctx, self, out, out, &DeviceAllocator::copy_host_to_device);
}

Tensor& copy_from_device(Context& ctx, const Tensor& self, Tensor& out) {
  if (is_on_host(self) && is_on_host(out)) {
    return copy_to_out(ctx, self, out);
  }
  return copy_bytes(ctx, self, out, self, &DeviceAllocator::copy_device_to_host);
}

#else  // all memory is host memory

Tensor& copy_to_device(Context& ctx, const Tensor& self, Tensor& out) {
  return copy_to_out(ctx, self, out);
}

Tensor& copy_from_device(Context& ctx, const Tensor& self, Tensor& out) {
  return copy_to_out(ctx, self, out);
}

#endif

}  // namespace etk
