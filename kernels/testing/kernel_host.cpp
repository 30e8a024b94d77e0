// Calls kernels for a test that runs in another process.
//
// Linked with a registration library, or given shared libraries to load (`kernel_host LIBRARY...`), this
// program reads calls from its standard input, looks each kernel up in the runtime's registry by name, dtypes
// and dim orders as the runtime does, calls it, and writes what came of it to its standard output. A kernel
// that crashes takes this process with it and not the test. process.py speaks the other end; all numbers are
// little-endian.
//
//   call     = size:u32 name:string count:u16 value*count
//   value    = tag:u8 payload            (tags: enum ValueTag)
//   tensor   = is_out:u8 dtype:u8 dynamism:u8 rank:u8 size:i32*rank dim_order:u8*rank data
//   answer   = size:u32 found:u8 error:u32 intact:u8 (rank:u8 size:i32*rank data)*outs
//
// A call of `again` with a number makes the call before that many times more, for those who measure; its
// answer is size:u32 seconds:f64.
//
// `found` tells whether the registry has a kernel for the call, `intact` whether the inputs and the bytes
// around every tensor are as they were. KERNEL_HOST_THREADS in the environment is how many threads kernels
// get.

#include "threads.h"

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace {

using executorch::aten::ArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;

enum ValueTag : uint8_t {
  kNone,
  kTensor,
  kInt,
  kDouble,
  kBool,
  kString,
  kIntList,
  kDoubleList,
  kBoolList,
  kTensorList,
  kOptionalTensorList,
};

// What surrounds the data of a tensor.
constexpr size_t kGuardSize = 64;
constexpr uint8_t kGuard = 0xa5;

struct TensorMemory {
  bool is_out;
  std::vector<int32_t> sizes;
  std::vector<int32_t> strides;
  std::vector<uint8_t> dim_order;
  std::vector<uint8_t> memory;  // guard, data, guard
  std::vector<uint8_t> before;  // as `memory` was before the call
  std::unique_ptr<TensorImpl> impl;

  uint8_t* data() {
    return memory.data() + kGuardSize;
  }

  bool is_intact() const {
    if (!is_out) {
      return memory == before;
    }
    const auto is_guard = [](const uint8_t* bytes) {
      bool same = true;
      for (size_t i = 0; i < kGuardSize; ++i) {
        same = same && bytes[i] == kGuard;
      }
      return same;
    };
    return is_guard(memory.data()) && is_guard(memory.data() + memory.size() - kGuardSize);
  }
};

// A call as it comes in, and all memory that its values point to.
class Call {
 public:
  explicit Call(const std::vector<uint8_t>& message) : at_(message.data()) {
    name = read_string();
    const auto count = read<uint16_t>();
    for (size_t i = 0; i < count; ++i) {
      values_.push_back(read_value());
    }
    for (EValue& value : values_) {
      stack.push_back(&value);
    }
    // The return slot: the out if there is one, else something that the kernel may set.
    EValue* last = stack.empty() ? nullptr : stack.back();
    values_.emplace_back();
    stack.push_back(last && last->isTensor() && out_count_ == 1 ? last : &values_.back());
  }

  std::string name;
  std::vector<EValue*> stack;
  std::deque<TensorMemory> tensors;

 private:
  template <typename T>
  T read() {
    T value;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  std::string read_string() {
    const auto size = read<uint32_t>();
    at_ += size;
    return std::string(reinterpret_cast<const char*>(at_ - size), size);
  }

  template <typename T, typename Stored>
  EValue read_list() {
    auto list = std::make_shared<std::vector<Stored>>();
    const auto size = read<uint32_t>();
    for (size_t i = 0; i < size; ++i) {
      list->push_back(static_cast<Stored>(read<T>()));
    }
    auto ref = std::make_shared<ArrayRef<Stored>>(list->data(), list->size());
    kept_.push_back(list);
    kept_.push_back(ref);
    return EValue(ref.get());
  }

  // A list whose elements are values of their own.
  template <typename T, typename Read>
  EValue read_boxed_list(T none, Read read_element) {
    const auto size = read<uint32_t>();
    auto elements = std::make_shared<std::deque<EValue>>();
    auto pointers = std::make_shared<std::vector<EValue*>>();
    auto unboxed = std::make_shared<std::vector<T>>(size + 1, none);  // never null, even if empty
    for (size_t i = 0; i < size; ++i) {
      elements->push_back(read_element());
      pointers->push_back(&elements->back());
    }
    pointers->push_back(nullptr);
    auto list =
        std::make_shared<BoxedEvalueList<T>>(pointers->data(), unboxed->data(), static_cast<int>(size));
    kept_.insert(kept_.end(), {elements, pointers, unboxed, list});
    return EValue(list.get());
  }

  EValue read_value() {
    switch (read<uint8_t>()) {
      case kTensor:
        return EValue(read_tensor());
      case kInt:
        return EValue(read<int64_t>());
      case kDouble:
        return EValue(read<double>());
      case kBool:
        return EValue(read<uint8_t>() != 0);
      case kString: {
        auto text = std::make_shared<std::string>(read_string());
        auto ref = std::make_shared<ArrayRef<char>>(text->data(), text->size());
        kept_.insert(kept_.end(), {text, ref});
        return EValue(ref.get());
      }
      case kIntList:
        return read_boxed_list<int64_t>(0, [this] { return EValue(read<int64_t>()); });
      case kDoubleList:
        return read_list<double, double>();
      case kBoolList:
        return read_bool_list();
      case kTensorList:
        return read_boxed_list<Tensor>(Tensor(nullptr), [this] { return EValue(read_tensor()); });
      case kOptionalTensorList:
        return read_boxed_list<std::optional<Tensor>>(
            std::nullopt, [this] { return read<uint8_t>() ? EValue(read_tensor()) : EValue(); });
      default:
        return EValue();
    }
  }

  EValue read_bool_list() {
    const auto size = read<uint32_t>();
    std::shared_ptr<bool[]> list(new bool[size + 1]);
    for (size_t i = 0; i < size; ++i) {
      list[i] = read<uint8_t>() != 0;
    }
    auto ref = std::make_shared<ArrayRef<bool>>(list.get(), size);
    kept_.insert(kept_.end(), {list, ref});
    return EValue(ref.get());
  }

  Tensor read_tensor() {
    TensorMemory& tensor = tensors.emplace_back();
    tensor.is_out = read<uint8_t>() != 0;
    out_count_ += tensor.is_out;
    const auto dtype = static_cast<ScalarType>(read<uint8_t>());
    const auto dynamism = static_cast<executorch::aten::TensorShapeDynamism>(read<uint8_t>());
    const size_t rank = read<uint8_t>();
    for (size_t d = 0; d < rank; ++d) {
      tensor.sizes.push_back(read<int32_t>());
    }
    for (size_t d = 0; d < rank; ++d) {
      tensor.dim_order.push_back(read<uint8_t>());
    }
    tensor.strides.resize(rank);
    int32_t stride = 1;
    for (size_t i = rank; i-- > 0; stride *= tensor.sizes[tensor.dim_order[i]]) {
      tensor.strides[tensor.dim_order[i]] = stride;
    }
    tensor.impl = std::make_unique<TensorImpl>(
        dtype, static_cast<ssize_t>(rank), tensor.sizes.data(), nullptr, tensor.dim_order.data(),
        tensor.strides.data(), dynamism);
    const size_t bytes = tensor.impl->nbytes();
    tensor.memory.assign(bytes + 2 * kGuardSize, kGuard);
    std::memcpy(tensor.data(), at_, bytes);
    at_ += bytes;
    tensor.before = tensor.memory;
    tensor.impl->set_data(tensor.data());
    return Tensor(tensor.impl.get());
  }

  const uint8_t* at_;
  size_t out_count_ = 0;
  std::vector<std::shared_ptr<void>> kept_;  // outlives the values, which point to it
  std::deque<EValue> values_;
};

struct Outcome {
  bool found;
  uint32_t error;
};

using Kernel = executorch::runtime::Result<executorch::runtime::OpFunction>;

Kernel find(Call& call) {
  // Dtype and dim order of every tensor, as Method::resolve_operator has them.
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

uint32_t run(const Kernel& kernel, Call& call) {
  static std::vector<uint8_t> scratch(size_t{16} << 20);
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
  // What a kernel prints is no answer.
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
