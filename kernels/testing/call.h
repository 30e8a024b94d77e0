// A call of a kernel as it comes in over a pipe; kernel_host.cpp says what its bytes are.
#pragma once

#include <executorch/runtime/core/evalue.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace kernel_host {

/// Memory of one tensor, and what surrounds it.
struct TensorMemory {
  bool is_out;
  std::vector<int32_t> sizes;
  std::vector<int32_t> strides;
  std::vector<uint8_t> dim_order;
  std::shared_ptr<uint8_t> memory;  // guard, data, guard
  size_t size = 0;                  // of all that
  size_t start = 0, end = 0;        // of the data
  std::vector<uint8_t> before;      // as `memory` was before the call
  std::unique_ptr<executorch::aten::TensorImpl> impl;

  uint8_t* data() const {
    return memory.get() + start;
  }

  /// Whether nothing has changed that the kernel may not change: an input, or what surrounds an out.
  bool is_intact() const;

  /// Memory for so many bytes in a line of the cache as an app plans them, with some bytes around them.
  void allocate(size_t bytes);

  /// Allocates in pages of its own, next to one that nobody may read: the data ends where that begins, or
  /// else begins where another ends.
  void allocate_pages(size_t bytes, bool at_end);
};

/// A call, and all memory that its values point to.
class Call {
 public:
  explicit Call(const std::vector<uint8_t>& message);

  std::string name;
  std::vector<executorch::runtime::EValue*> stack;
  std::deque<TensorMemory> tensors;

 private:
  template <typename T>
  T read();
  std::string read_string();
  template <typename T>
  executorch::runtime::EValue read_list();
  template <typename T, typename Read>
  executorch::runtime::EValue read_boxed_list(T none, Read read_element);
  executorch::runtime::EValue read_bool_list();
  executorch::runtime::EValue read_value();
  executorch::aten::Tensor read_tensor();

  const uint8_t* at_;
  bool at_end_;  // where in its pages data lies
  size_t out_count_ = 0;
  std::vector<std::shared_ptr<void>> kept_;  // outlives the values, which point to it
  std::deque<executorch::runtime::EValue> values_;
};

}  // namespace kernel_host
