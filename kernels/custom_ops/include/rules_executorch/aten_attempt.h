// The call of a kernel by PyTorch: how its outs are made, and the memory that it may ask for.
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace rules_executorch {
namespace aten {

/// How the outs of a call are made. A kernel may resize an out, but neither change its rank nor grow its
/// memory, so where the out it is given does not do, ranks are tried, with memory that is larger than any
/// result.
struct Attempt {
  bool in_scratch = false;
  int more_dimensions = 0;
  /// Of the memory, in bytes.
  int64_t capacity = 0;
  /// The rank of an out that is torch.empty(0), which means that it may be anything.
  int64_t rank = 0;
};

/// The first two are for every out, the others for outs of unknown rank.
constexpr Attempt kAttempts[] = {{}, {true, 0}, {true, -1}, {true, 1}, {true, -2}, {true, 2}, {true, -3}};
constexpr size_t kAttemptCount = sizeof(kAttempts) / sizeof(Attempt);

/// While one exists, the outs of calls in its thread are fresh tensors, of sizes that are no more than a
/// guess.
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

/// Whether a tensor stands for one of any sizes, as `torch.empty(0)` does for an out.
inline bool may_be_anything(const at::Tensor& out) {
  return out.dim() == 1 && out.numel() == 0;
}

/// What a kernel does with a parameter.
enum class Role { kInput, kMutable, kOut };

/// Memory that a kernel asks for and that lasts as long as its call.
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
