// A call of a kernel, read from a pipe; kernel_host.cpp describes the format.
#pragma once

#include <executorch/runtime/core/evalue.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace kernel_host {

/// The memory of a tensor, with guard bytes or pages.
struct TensorMemory {
  bool is_out;
  std::vector<int32_t> sizes;
  std::vector<int32_t> strides;
  std::vector<uint8_t> dim_order;
  std::shared_ptr<uint8_t> memory;  // guard, data, guard
  size_t size = 0;                  // of guards and data
  size_t start = 0, end = 0;        // of the data
  std::vector<uint8_t> before;      // a copy of `memory` from before the call
  std::unique_ptr<executorch::aten::TensorImpl> impl;

  uint8_t* data() const {
    return memory.get() + start;
  }

  /// Whether the call has not changed inputs, or the memory before and after an out.
  bool is_intact() const;

  /// Allocates memory at the offset in a cache line that apps plan, with guard bytes before and after it.
  void allocate(size_t bytes);

  /// Allocates separate pages, next to a page without access: the data ends where that page begins or, if not
  /// `at_end`, begins where that page ends.
  void allocate_pages(size_t bytes, bool at_end);
};

/// A call, with all memory that its values refer to.
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
  bool at_end_;  // the position of the data in its pages
  size_t out_count_ = 0;
  std::vector<std::shared_ptr<void>> kept_;  // outlives the values, which refer to it
  std::deque<executorch::runtime::EValue> values_;
};

}  // namespace kernel_host
