// Calls the kernels that copy between the host and a device, whose memory is the host's, but counted.

#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <cstring>

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::aten::TensorShapeDynamism;
using executorch::runtime::DeviceAllocator;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Result;
using executorch::runtime::etensor::DeviceIndex;
using executorch::runtime::etensor::DeviceType;

// What the last call has copied, and where.
struct Copies : DeviceAllocator {
  const char* way = "";
  size_t bytes = 0;
  int index = -1;
  Error error = Error::Ok;

  Result<void*> allocate(size_t, DeviceIndex, size_t) override {
    return Error::NotSupported;
  }
  void deallocate(void*, DeviceIndex) override {}
  Error copy_host_to_device(void* to, const void* from, size_t n, DeviceIndex device) override {
    return copy("to the device", to, from, n, device);
  }
  Error copy_device_to_host(void* to, const void* from, size_t n, DeviceIndex device) override {
    return copy("to the host", to, from, n, device);
  }
  DeviceType device_type() const override {
    return DeviceType::CUDA;
  }

  Error copy(const char* said, void* to, const void* from, size_t n, DeviceIndex device) {
    way = said;
    bytes = n;
    index = device;
    std::memcpy(to, from, n);
    return error;
  }
};

// Floats with room for six, on the host or on device 3.
struct Floats {
  Floats(bool is_on_device, float first, int32_t rows, TensorShapeDynamism dynamism)
      : sizes{2, 3},
        impl(
            ScalarType::Float,
            2,
            sizes,
            data,
            order,
            strides,
            dynamism,
            is_on_device ? DeviceType::CUDA : DeviceType::CPU,
            is_on_device ? 3 : 0),
        value(Tensor(&impl)) {
    for (int i = 0; i < 6; ++i) {
      data[i] = first + static_cast<float>(i);
    }
    if (rows != 2) {
      const int32_t shape[] = {rows, 3};
      (void)executorch::runtime::resize_tensor(value.toTensor(), {shape, 2});
    }
  }

  float data[6];
  int32_t sizes[2];
  uint8_t order[2] = {0, 1};
  int32_t strides[2] = {3, 1};
  TensorImpl impl;
  EValue value;
};

constexpr auto kStatic = TensorShapeDynamism::STATIC;
constexpr auto kBound = TensorShapeDynamism::DYNAMIC_BOUND;

bool call(const char* op, Floats& self, Floats& out) {
  const auto kernel = executorch::runtime::get_op_function_from_registry(op);
  EValue nothing;
  EValue* stack[] = {&self.value, &out.value, &nothing};
  executorch::runtime::KernelRuntimeContext context;
  (*kernel)(context, {stack, 3});
  return context.failure_state() == Error::Ok;
}

int failures = 0;

void expect(bool holds, const char* what) {
  if (!holds) {
    std::printf("not so: %s\n", what);
    ++failures;
  }
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  const char* const to_device = "et_copy::_h2d_copy.out";
  const char* const to_host = "et_copy::_d2h_copy.out";

  Floats host(false, 1, 2, kStatic), device(true, 50, 2, kStatic), result(false, 70, 2, kStatic);
  expect(!call(to_device, host, device) && device.data[0] == 50, "without an allocator, it fails");

  static Copies copies;
  executorch::runtime::register_device_allocator(&copies);
  expect(call(to_device, host, device), "it copies to a device");
  expect(
      std::strcmp(copies.way, "to the device") == 0 && copies.bytes == 24 && copies.index == 3,
      "24 bytes to 3");
  expect(device.data[5] == 6, "the device has the last element");
  expect(call(to_host, device, result), "it copies back");
  expect(
      std::strcmp(copies.way, "to the host") == 0 && copies.bytes == 24 && copies.index == 3,
      "24 bytes from 3");
  expect(result.data[5] == 6, "the host has the last element again");

  Floats row(false, 9, 1, kBound), bound(true, 50, 2, kBound);
  expect(call(to_device, row, bound) && bound.value.toTensor().size(0) == 1, "a bounded out is resized");
  expect(copies.bytes == 12 && bound.data[2] == 11 && bound.data[3] == 53, "one row is copied");
  expect(!call(to_device, row, device), "a static out of another shape is refused");
  expect(!call(to_device, device, bound), "what is on the device is not copied to it from the host");

  copies.error = Error::MemoryAllocationFailed;
  expect(!call(to_device, host, device), "what the allocator says is the failure of the call");

  copies.way = "";
  expect(
      call(to_device, host, result) && copies.way[0] == '\0' && result.data[0] == 1,
      "on the host, it copies");
  return failures != 0;
}
