// Copies between host and device memory, for runtimes that support devices: ExecuTorch 1.3 and later. An app
// registers a DeviceAllocator for each kind of device that its models use.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Copies a tensor from the host to the device of `out`, which is resized and has the same dtype.
Tensor& copy_to_device(Context& ctx, const Tensor& self, Tensor& out);

/// Copies a tensor from its device to the host; `out` is resized and has the same dtype.
Tensor& copy_from_device(Context& ctx, const Tensor& self, Tensor& out);

}  // namespace etk
