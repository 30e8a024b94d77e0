#include "call.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace kernel_host {
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

// Guard bytes before and after the data of a tensor.
constexpr size_t kGuardSize = 64;
constexpr uint8_t kGuard = 0xa5;

// The offset of the data in a cache line: aligned to 16 bytes, as apps plan it, and to no more. It is the
// same in all processes, because the time of a call depends on it.
constexpr size_t kLine = 64, kPlace = 16;

// Benchmarks disable guard pages, so that the data is allocated like in apps.
bool has_guard_pages() {
  static const char* const said = std::getenv("KERNEL_HOST_GUARD_PAGES");
  return !said || std::strcmp(said, "0") != 0;
}

// A list as a value. Up to ExecuTorch 1.1, values contained lists instead of pointers to them.
template <typename List>
EValue value_of(List& list) {
  if constexpr (std::is_constructible_v<EValue, List*>) {
    return EValue(&list);
  } else if constexpr (std::is_same_v<List, ArrayRef<char>>) {
    return EValue(list.data(), list.size());
  } else {
    return EValue(list);
  }
}

}  // namespace

bool TensorMemory::is_intact() const {
  const auto is_same = [this](size_t from, size_t to) {
    return from == to || std::memcmp(memory.get() + from, before.data() + from, to - from) == 0;
  };
  return is_out ? is_same(0, start) && is_same(end, size) : is_same(0, size);
}

void TensorMemory::allocate(size_t bytes) {
  size = kLine + bytes + 2 * kGuardSize;
  memory.reset(new uint8_t[size], std::default_delete<uint8_t[]>());
  const uintptr_t first = reinterpret_cast<uintptr_t>(memory.get()) + kGuardSize;
  start = kGuardSize + (kLine + kPlace - first % kLine) % kLine;
  size = start + bytes + kGuardSize;
  end = start + bytes;
}

void TensorMemory::allocate_pages(size_t bytes, bool at_end) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size = (bytes / page + 1) * page;
  const size_t whole = size + 2 * page;
  void* const first = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  uint8_t* const inside = static_cast<uint8_t*>(first) + page;
  if (first == MAP_FAILED || mprotect(inside, size, PROT_READ | PROT_WRITE) != 0) {
    std::perror("ERROR: no pages");
    std::abort();
  }
  memory.reset(inside, [first, whole](uint8_t*) { munmap(first, whole); });
  start = at_end ? size - bytes : 0;
  end = start + bytes;
}

template <typename T>
T Call::read() {
  T value;
  std::memcpy(&value, at_, sizeof(T));
  at_ += sizeof(T);
  return value;
}

std::string Call::read_string() {
  const auto size = read<uint32_t>();
  at_ += size;
  return std::string(reinterpret_cast<const char*>(at_ - size), size);
}

template <typename T>
EValue Call::read_list() {
  auto list = std::make_shared<std::vector<T>>();
  const auto size = read<uint32_t>();
  for (size_t i = 0; i < size; ++i) {
    list->push_back(read<T>());
  }
  auto ref = std::make_shared<ArrayRef<T>>(list->data(), list->size());
  kept_.push_back(list);
  kept_.push_back(ref);
  return value_of(*ref);
}

// A list whose elements are separate values.
template <typename T, typename Read>
EValue Call::read_boxed_list(T none, Read read_element) {
  const auto size = read<uint32_t>();
  auto elements = std::make_shared<std::deque<EValue>>();
  auto pointers = std::make_shared<std::vector<EValue*>>();
  auto unboxed = std::make_shared<std::vector<T>>(size + 1, none);  // never null, even if empty
  for (size_t i = 0; i < size; ++i) {
    elements->push_back(read_element());
    pointers->push_back(&elements->back());
  }
  pointers->push_back(nullptr);
  auto list = std::make_shared<BoxedEvalueList<T>>(pointers->data(), unboxed->data(), static_cast<int>(size));
  kept_.insert(kept_.end(), {elements, pointers, unboxed, list});
  return value_of(*list);
}

EValue Call::read_bool_list() {
  const auto size = read<uint32_t>();
  std::shared_ptr<bool[]> list(new bool[size + 1]);
  for (size_t i = 0; i < size; ++i) {
    list[i] = read<uint8_t>() != 0;
  }
  auto ref = std::make_shared<ArrayRef<bool>>(list.get(), size);
  kept_.insert(kept_.end(), {list, ref});
  return value_of(*ref);
}

Tensor Call::read_tensor() {
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
  if (has_guard_pages()) {
    tensor.allocate_pages(bytes, at_end_);
  } else {
    tensor.allocate(bytes);
  }
  std::memset(tensor.memory.get(), kGuard, tensor.size);
  std::memcpy(tensor.data(), at_, bytes);
  at_ += bytes;
  tensor.before.assign(tensor.memory.get(), tensor.memory.get() + tensor.size);
  tensor.impl->set_data(tensor.data());
  return Tensor(tensor.impl.get());
}

EValue Call::read_value() {
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
      return value_of(*ref);
    }
    case kIntList:
      return read_boxed_list<int64_t>(0, [this] { return EValue(read<int64_t>()); });
    case kDoubleList:
      return read_list<double>();
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

Call::Call(const std::vector<uint8_t>& message)
    : at_(message.data()), at_end_(std::accumulate(message.begin(), message.end(), 0U) % 4 != 0) {
  name = read_string();
  const auto count = read<uint16_t>();
  for (size_t i = 0; i < count; ++i) {
    values_.push_back(read_value());
  }
  for (EValue& value : values_) {
    stack.push_back(&value);
  }
  // The return slot: the out if there is one, else a value that the kernel may set.
  EValue* last = stack.empty() ? nullptr : stack.back();
  values_.emplace_back();
  stack.push_back(last && last->isTensor() && out_count_ == 1 ? last : &values_.back());
}

}  // namespace kernel_host
