#include "vec/move/padding.h"

#include "vec/move/groups.h"
#include "vec/move/lines.h"

#include <algorithm>

namespace etk::vec {
namespace {

// Lines of the out with a constant stride, made from lines of the input with a constant stride; the elements
// of a line are contiguous.
struct PaddedLines {
  PaddingPart parts[3];  // the parts of a line: before, inside and after
  ptrdiff_t element_size, from_line, to_line;

  // Sets as many lines at a time as fit the first-level cache, so that a line stays in the cache for all
  // parts.
  void set(const char* from, char* to, size_t count) const {
    const size_t bytes = static_cast<size_t>(parts[2].end * element_size), most = kCached / bytes + 1;
    for (size_t some; count > 0; count -= some) {
      some = std::min(count, most);
      for (const PaddingPart& part : {parts[1], parts[0], parts[2]}) {
        set_part(part, from, to, some);
      }
      from += static_cast<ptrdiff_t>(some) * from_line;
      to += static_cast<ptrdiff_t>(some) * to_line;
    }
  }

 private:
  static constexpr size_t kCached = 16384;

  // If a part has only a few elements, it is set column by column across the lines.
  void set_part(const PaddingPart& part, const char* from, char* to, size_t count) const {
    constexpr size_t kFew = 4;
    const auto n = static_cast<size_t>(part.end - part.start);
    const ptrdiff_t step = part.step * element_size;
    from += part.from * element_size;
    to += part.start * element_size;
    const auto size = static_cast<size_t>(element_size);
    if (n <= kFew) {
      copy_lines({from, from_line, step, to, to_line, element_size, count, n}, size);
    } else {
      copy_lines({from, step, from_line, to, element_size, to_line, n, count}, size);
    }
  }
};

}  // namespace

bool pad(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode) {
  const size_t spatial = padding.size() / 2, last = from.rank - 1, first = from.rank - spatial;
  const auto size = static_cast<ptrdiff_t>(to.element_size);
  if (to.element_size > sizeof(uint64_t) || from.strides[last] != size || to.strides[last] != size) {
    return false;
  }
  const auto part_of = [&](int which, size_t d) {
    return padding_part(which, from.sizes[d], padding[2 * (last - d)], to.sizes[d], mode);
  };
  PaddedLines padded{{part_of(0, last), part_of(1, last), part_of(2, last)}, size, 0, 0};
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
    padded.to_line = lines.inner_stride(0);
    padded.from_line = lines.inner_stride(1);
    parallel_groups(
        lines, static_cast<size_t>(to.sizes[last]),
        [&](const char* line, char* padded_line, size_t count) { padded.set(line, padded_line, count); });
  }
  return true;
}

}  // namespace etk::vec
