// Calls of a kernel by PyTorch: the allocation of outs, and temporary memory.
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace rules_executorch {
namespace aten {

/// The allocation of a call's outs. A kernel may resize an out, but it can neither change its rank nor
/// increase its memory. If the given out does not suffice, the call is tried with different ranks, and with
/// memory that is larger than any result.
struct Attempt {
  bool in_scratch = false;
  int more_dimensions = 0;
  /// The size of that memory, in bytes.
  int64_t capacity = 0;
  /// The rank of an out that is torch.empty(0), which stands for any shape.
  int64_t rank = 0;
};

/// The first two attempts are for all outs, the others for outs of unknown rank.
constexpr Attempt kAttempts[] = {{}, {true, 0}, {true, -1}, {true, 1}, {true, -2}, {true, 2}, {true, -3}};
constexpr size_t kAttemptCount = sizeof(kAttempts) / sizeof(Attempt);

/// While an object exists, the outs of calls on its thread are new tensors whose sizes are only a guess.
class OutsAreGuesses {
 public:
  OutsAreGuesses() {
    ++count();
  }
  ~OutsAreGuesses() {
    --count();
  }
  OutsAreGuesses(const OutsAreGuesses&) = delete;
  OutsAreGuesses& operator=(const OutsAreGuesses&) = delete;

  static int& count() {
    static thread_local int count = 0;
    return count;
  }
};

/// Whether an out may have any shape, like `torch.empty(0)`.
inline bool may_be_anything(const at::Tensor& out) {
  return out.dim() == 1 && out.numel() == 0;
}

/// What a kernel does with a parameter.
enum class Role { kInput, kMutable, kOut };

/// Temporary memory for a kernel, which is freed when its call ends.
class TemporaryMemory : public ::executorch::runtime::MemoryAllocator {
 public:
  TemporaryMemory() : MemoryAllocator(0, nullptr) {}

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    blocks_.push_back(std::make_unique<char[]>(size + alignment));
    void* start = blocks_.back().get();
    size_t space = size + alignment;
    return std::align(alignment, size, start, space);
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
};

}  // namespace aten
}  // namespace rules_executorch
