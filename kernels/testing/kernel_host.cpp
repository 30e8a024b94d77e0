// Calls kernels for a test that runs in another process.
//
// This program is linked with a registration library, or loads shared libraries (`kernel_host LIBRARY...`).
// It reads calls from its standard input, finds each kernel in the runtime's registry by name, dtypes and dim
// orders, like the runtime, calls it, and writes the results to its standard output. A kernel that crashes
// ends this process instead of the test. process.py is the client; all numbers are little-endian.
//
//   call     = size:u32 name:string count:u16 value*count
//   value    = tag:u8 payload            (tags: enum ValueTag of call.cpp)
//   tensor   = is_out:u8 dtype:u8 dynamism:u8 rank:u8 size:i32*rank dim_order:u8*rank data
//   answer   = size:u32 found:u8 error:u32 intact:u8 (rank:u8 size:i32*rank data)*outs
//
// A call of `again` has a number, and repeats the call before that many times, for benchmarks; its answer is
// size:u32 seconds:f64.
//
// `found`: whether the registry has a kernel for the call. `intact`: whether the inputs and the bytes before
// and after each tensor are unchanged. Each tensor is next to a page without access, usually at its end, so
// that accesses beyond it crash, unless the environment variable KERNEL_HOST_GUARD_PAGES is 0.
// KERNEL_HOST_THREADS is the number of threads for kernels, KERNEL_HOST_TEMPORARY_BYTES the size of their
// temporary memory, if not 16 MiB.

#include "call.h"
#include "threads.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

using executorch::aten::Tensor;
using executorch::runtime::EValue;
using kernel_host::Call;
using kernel_host::TensorMemory;

struct Outcome {
  bool found;
  uint32_t error;
};

using Kernel = executorch::runtime::Result<executorch::runtime::OpFunction>;

Kernel find(Call& call) {
  // The dtype and dim order of each tensor, as in Method::resolve_operator.
  std::vector<executorch::runtime::TensorMeta> metas;
  for (EValue* value : call.stack) {
    if (value->isTensor()) {
      Tensor& tensor = value->toTensor();
      auto* order = const_cast<executorch::aten::DimOrderType*>(tensor.dim_order().data());
      metas.emplace_back(
          tensor.scalar_type(),
          executorch::runtime::Span<executorch::aten::DimOrderType>(order, tensor.dim_order().size()));
    }
  }
  return executorch::runtime::get_op_function_from_registry(call.name.c_str(), {metas.data(), metas.size()});
}

size_t temporary_bytes() {
  const char* const said = std::getenv("KERNEL_HOST_TEMPORARY_BYTES");
  return said ? std::strtoull(said, nullptr, 10) : size_t{16} << 20;
}

uint32_t run(const Kernel& kernel, Call& call) {
  static std::vector<uint8_t> scratch(temporary_bytes());
  executorch::runtime::MemoryAllocator allocator(static_cast<uint32_t>(scratch.size()), scratch.data());
  executorch::runtime::KernelRuntimeContext context(nullptr, &allocator);
  (*kernel)(context, {call.stack.data(), call.stack.size()});
  return static_cast<uint32_t>(context.failure_state());
}

Outcome run(Call& call) {
  const Kernel kernel = find(call);
  if (!kernel.ok()) {
    return {false, static_cast<uint32_t>(kernel.error())};
  }
  return {true, run(kernel, call)};
}

double seconds_of(Call& call, int64_t times) {
  const Kernel kernel = find(call);
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < times && kernel.ok(); ++i) {
    run(kernel, call);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <typename T>
void append(std::vector<uint8_t>& bytes, T value) {
  const auto* start = reinterpret_cast<const uint8_t*>(&value);
  bytes.insert(bytes.end(), start, start + sizeof(T));
}

std::vector<uint8_t> answer(Call& call) {
  std::vector<uint8_t> bytes;
  const Outcome outcome = run(call);
  append(bytes, static_cast<uint8_t>(outcome.found));
  append(bytes, outcome.error);
  bool intact = true;
  for (const TensorMemory& tensor : call.tensors) {
    intact = intact && tensor.is_intact();
  }
  append(bytes, static_cast<uint8_t>(intact));
  for (TensorMemory& tensor : call.tensors) {
    if (tensor.is_out) {
      append(bytes, static_cast<uint8_t>(tensor.sizes.size()));
      for (const int32_t size : tensor.sizes) {
        append(bytes, size);
      }
      bytes.insert(bytes.end(), tensor.data(), tensor.data() + tensor.impl->nbytes());
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  // The output of kernels must not be mixed with the answers.
  std::FILE* answers = fdopen(dup(STDOUT_FILENO), "wb");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  executorch::runtime::runtime_init();
  std::vector<void*> libraries = {RTLD_DEFAULT};
  for (int i = 1; i < argc; ++i) {
    libraries.push_back(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL));
    if (!libraries.back()) {
      std::fprintf(stderr, "ERROR: %s\n", dlerror());
      return 1;
    }
  }
  kernel_host::set_threads(libraries);
  std::unique_ptr<Call> last;
  for (uint32_t size; std::fread(&size, sizeof(size), 1, stdin) == 1;) {
    std::vector<uint8_t> message(size);
    if (std::fread(message.data(), 1, size, stdin) != size) {
      return 1;
    }
    auto call = std::make_unique<Call>(message);
    std::vector<uint8_t> bytes;
    if (last && call->name == "again") {
      append(bytes, seconds_of(*last, call->stack[0]->toInt()));
    } else {
      bytes = answer(*call);
      last = std::move(call);
    }
    const auto length = static_cast<uint32_t>(bytes.size());
    std::fwrite(&length, sizeof(length), 1, answers);
    std::fwrite(bytes.data(), 1, length, answers);
    std::fflush(answers);
  }
  return 0;
}
