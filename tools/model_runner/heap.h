// An allocator that allocates from the heap. ExecuTorch's own is not among the headers that its build
// installs.
#pragma once

#include <executorch/runtime/core/memory_allocator.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace model_runner {

/// Allocates memory of any size, which is freed by reset() or the destructor.
class HeapAllocator : public executorch::runtime::MemoryAllocator {
 public:
  HeapAllocator() : MemoryAllocator(0, nullptr) {}

  /// Null if there is not enough memory, or `alignment` is not a power of two.
  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    if (!isPowerOf2(alignment) || size > SIZE_MAX - alignment) {
      return nullptr;
    }
    size_t room = size + alignment;
    std::unique_ptr<char[]> block(new (std::nothrow) char[room]);
    if (block == nullptr) {
      return nullptr;
    }
    void* place = block.get();
    blocks_.push_back(std::move(block));
    return std::align(alignment, size, place, room);
  }

  void reset() override {
    blocks_.clear();
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
};

}  // namespace model_runner
