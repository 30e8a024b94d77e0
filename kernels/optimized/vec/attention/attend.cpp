#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/attention/attend.cpp"
#include "vec/base/each_target.h"

#include "vec/attention/attend.h"  // IWYU pragma: associated
#include "vec/attention/block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void attend_block(const Attention& call, const AttentionBlock& block, float* room) {
  BlockOfQueries(call, block, room).run();
}

size_t attention_floats(size_t size) {
  return AttentionRoom(nullptr, size).floats;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/attention/attend.h"
#include "vec/base/parallel.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(attend_block);
HWY_EXPORT(attention_floats);

void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out) {
  const auto size = static_cast<size_t>(query.head_size());
  if (query.batch() == 0 || query.length() == 0 || size == 0) {
    return;
  }
  std::optional<View> mask;
  if (seen.mask) {
    mask.emplace(*seen.mask);
  }
  const auto rows = static_cast<size_t>(query.heads() / key.heads() * query.length());
  const double scale = seen.scale.value_or(1 / std::sqrt(static_cast<double>(size)));
  const Attention call{
      query, key, value, out, seen, mask ? &*mask : nullptr, size, rows, static_cast<float>(scale)};
  const size_t blocks = (rows + kQueriesOfBlock - 1) / kQueriesOfBlock;
  const size_t items = static_cast<size_t>(query.batch() * key.heads()) * blocks;
  const size_t floats = separate_floats(HWY_DYNAMIC_DISPATCH(attention_floats)(size));
  const auto allocate = [&](size_t count) {
    const auto memory =
        size <= kDepth ? ctx.allocate_temp(count * floats * sizeof(float), 64) : Error::NotSupported;
    return memory.ok() ? static_cast<float*>(memory.get()) : nullptr;
  };
  size_t memories = memories_for(items);
  float* room = allocate(memories);
  if (!room && memories > 1) {
    memories = 1;
    room = allocate(memories);
  }
  if (!room) {
    return etk::attend(ctx, query, key, value, seen, out);
  }
  const size_t cost = rows / blocks * call.seen_by(rows - 1) * size / 16;
  parallel_items(items, memories, cost, [&](size_t item, size_t memory) {
    const size_t i = item % blocks, first = rows * i / blocks, end = rows * (i + 1) / blocks;
    const auto number = static_cast<int64_t>(item / blocks);
    const AttentionBlock block{number / key.heads(), number % key.heads(), first, end - first};
    HWY_DYNAMIC_DISPATCH(attend_block)(call, block, room + memory * floats);
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
