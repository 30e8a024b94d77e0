#include "vec/padding.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/padding.cpp"
#include "vec/each_target.h"

#include "vec/elements.h"
#include "vec/runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// What is before and behind is short.
template <class T>
HWY_INLINE void copy_part(PaddingPart part, const char* from, char* to) {
  constexpr ptrdiff_t size = sizeof(T);
  from += part.from * size;
  to += part.start * size;
  for (int64_t i = part.start; i < part.end; ++i, from += part.step * size, to += size) {
    std::memcpy(to, from, sizeof(T));
  }
}

template <class T>
HWY_INLINE void pad_lines(const PaddedLines& lines) {
  constexpr ptrdiff_t size = sizeof(T);
  const PaddingPart before = lines.parts[0], inside = lines.parts[1], behind = lines.parts[2];
  const CopyRun copy{static_cast<size_t>((inside.end - inside.start) * size), 0};
  const char* from = lines.from;
  char* to = lines.to;
  for (size_t i = 0; i < lines.count; ++i, from += lines.from_line, to += lines.to_line) {
    copy(from + inside.from * size, to + inside.start * size);
    copy_part<T>(before, from, to);
    copy_part<T>(behind, from, to);
  }
}

void pad_lines_of_target(const PaddedLines& lines, size_t element_size) {
  (void)with_size(element_size, [&](auto element) HWY_ATTR { pad_lines<decltype(element)>(lines); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/groups.h"

namespace etk::vec {

HWY_EXPORT(pad_lines_of_target);

bool pad(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode) {
  const size_t spatial = padding.size() / 2, last = from.rank - 1, first = from.rank - spatial;
  const auto size = static_cast<ptrdiff_t>(to.element_size);
  if (to.element_size > sizeof(uint64_t) || from.strides[last] != size || to.strides[last] != size) {
    return false;
  }
  const auto part_of = [&](int which, size_t d) {
    return padding_part(which, from.sizes[d], padding[2 * (last - d)], to.sizes[d], mode);
  };
  const PaddingPart parts[] = {part_of(0, last), part_of(1, last), part_of(2, last)};
  const int combinations = spatial == 1 ? 1 : spatial == 2 ? 3 : 9;
  for (int combination = 0; combination < combinations; ++combination) {
    View source = from, target = to;
    int rest = combination;
    for (size_t d = first; d < last; ++d, rest /= 3) {
      const PaddingPart part = part_of(rest % 3, d);
      source.slice(d, part.end > part.start ? part.from : 0, part.end - part.start, part.step);
      target.slice(d, part.start, part.end - part.start);
    }
    source.remove(last);
    target.remove(last);
    Loop lines(target);
    lines.add(target);
    lines.add(source);
    lines.simplify();
    parallel_groups(
        lines, static_cast<size_t>(to.sizes[last]), [&](const char* source_line, char* line, size_t count) {
          const PaddedLines some{parts, source_line, line, lines.inner_stride(1), lines.inner_stride(0),
                                 count};
          HWY_DYNAMIC_DISPATCH(pad_lines_of_target)(some, to.element_size);
        });
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
