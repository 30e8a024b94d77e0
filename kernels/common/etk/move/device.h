// Copies between the memory of the host and that of a device, where the runtime knows devices: since
// ExecuTorch 1.3. An app registers a DeviceAllocator for each kind of device that its models use.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Copies a tensor of the host to one of the same dtype, resized to its shape, on the device of `out`.
Tensor& copy_to_device(Context& ctx, const Tensor& self, Tensor& out);

/// Copies a tensor from its device to one of the same dtype, resized to its shape, on the host.
Tensor& copy_from_device(Context& ctx, const Tensor& self, Tensor& out);

}  // namespace etk
