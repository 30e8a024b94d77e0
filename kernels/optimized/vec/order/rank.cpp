#include "vec/order/rank.h"

#include "vec/base/layout.h"
#include "vec/order/keys.h"
#include "vec/order/select_keys.h"
#include "vec/reduce/rows.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cstring>
#include <limits>

namespace etk::vec {
namespace {

// The maximum size of a row's keys on the stack, in bytes.
constexpr size_t kRoom = 16384;

// The rows of a tensor, and the outs.
struct Ranking {
  RowShape shape;
  KeyOrder order;
  Rank rank;
  const char* from;
  char* values;
  int64_t* indices;  // null if they are not requested

  // Finds the element of a row, with memory for the row's keys.
  void find(size_t number, void* keys) const {
    const size_t n = shape.n, inner = shape.inner, size = order.size;
    const char* const row = from + (number / inner * n * inner + number % inner) * size;
    make_keys(order, row, inner, n, keys);
    const uint64_t ones = ~uint64_t{0};
    const size_t numbers =
        order.infinity != 0 && rank.kind != Rank::kPlace ? count_less(size, keys, n, &ones) : n;
    const auto place = rank.of(static_cast<int64_t>(n), static_cast<int64_t>(numbers));
    uint64_t key;
    find_nth(size, keys, n, static_cast<size_t>(place), &key);
    const size_t at = find_equal(size, keys, n, &key);
    std::memcpy(values + number * size, row + at * inner * size, size);
    if (indices) {
      indices[number] = static_cast<int64_t>(at);
    }
  }

  bool run(Context& ctx) const;
};

bool Ranking::run(Context& ctx) const {
  constexpr size_t kMost = size_t{1} << 20;
  const size_t rows = shape.outer * shape.inner, cost = shape.n * order.size;
  const size_t bytes = (shape.n * order.size + 63) / 64 * 64;
  if (bytes <= kRoom) {
    parallel(rows, cost, [&](size_t begin, size_t end) {
      alignas(64) char keys[kRoom];
      for (size_t i = begin; i < end; ++i) {
        find(i, keys);
      }
    });
    return true;
  }
  const size_t memories = memories_for(rows, kMost / bytes);
  const auto memory = ctx.allocate_temp(memories * bytes, 64);
  if (memory.ok()) {
    parallel_items(rows, memories, cost, [&](size_t i, size_t own) {
      find(i, static_cast<char*>(*memory) + own * bytes);
    });
  }
  return memory.ok();
}

}  // namespace

bool ranked(Context& ctx, const RankedRows& call) {
  const Tensor& self = call.self;
  const ScalarType dtype = self.scalar_type();
  RowShape rows;
  if (dtype == ScalarType::Bool || is_large_unsigned(dtype) || !rows.read_in_memory(self, call.dims, dtype) ||
      !resize_reduction(self, call.dims, call.keepdim, call.values) ||
      (call.indices && !resize_reduction(self, call.dims, call.keepdim, *call.indices))) {
    return false;
  }
  const Ranking ranking{
      rows,
      {dtype, static_cast<size_t>(self.element_size()), /*descending=*/false},
      call.rank,
      self.const_data_ptr<char>(),
      call.values.mutable_data_ptr<char>(),
      call.indices ? call.indices->mutable_data_ptr<int64_t>() : nullptr};
  return ranking.run(ctx);
}

}  // namespace etk::vec
