// A backend whose device has memory of its own, as far as the runtime can tell: it is the host's. The backend
// adds two tensors of floats.

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/device_allocator.h>

#include <cstdlib>
#include <cstring>

namespace {

using namespace executorch::runtime;
using executorch::aten::DeviceType;
using executorch::aten::Tensor;

class Memory final : public DeviceAllocator {
 public:
  Result<void*> allocate(size_t size, etensor::DeviceIndex, size_t) override {
    return std::malloc(size);
  }
  void deallocate(void* memory, etensor::DeviceIndex) override {
    std::free(memory);
  }
  Error copy_host_to_device(void* to, const void* from, size_t size, etensor::DeviceIndex index) override {
    std::memcpy(to, from, size);
    return index == 0 ? Error::Ok : Error::InvalidArgument;
  }
  Error copy_device_to_host(void* to, const void* from, size_t size, etensor::DeviceIndex index) override {
    return copy_host_to_device(to, from, size, index);
  }
  DeviceType device_type() const override {
    return DeviceType::CUDA;
  }
};

class Adder final : public BackendInterface {
 public:
  bool is_available() const override {
    return true;
  }
  Result<DelegateHandle*> init(BackendInitContext&, FreeableBuffer*, ArrayRef<CompileSpec>) const override {
    return nullptr;
  }
  // The arguments: two tensors, and their sum.
  Error execute(BackendExecutionContext&, DelegateHandle*, Span<EValue*> arguments) const override {
    const Tensor& first = arguments[0]->toTensor();
    const Tensor& second = arguments[1]->toTensor();
    Tensor& out = arguments[2]->toTensor();
    for (ssize_t i = 0; i < out.numel(); ++i) {
      out.mutable_data_ptr<float>()[i] = first.const_data_ptr<float>()[i] + second.const_data_ptr<float>()[i];
    }
    return Error::Ok;
  }
};

Memory memory;
Adder adder;

[[maybe_unused]] const Error registered = [] {
  register_device_allocator(&memory);
  return register_backend({"BackendWithCompilerDemo", &adder});
}();

}  // namespace
