#include "etk/attention/attention.h"

namespace etk {

bool can_attend(const Heads& query, const Heads& key, const Heads& value, const Seen& seen) {
  const auto same = [&](auto size) { return (key.*size)() == (value.*size)(); };
  const bool fit = same(&Heads::batch) && same(&Heads::length) && same(&Heads::heads) &&
                   same(&Heads::head_size) && query.batch() == key.batch() &&
                   query.head_size() == key.head_size() && key.heads() > 0 &&
                   query.heads() % key.heads() == 0;
  if (!seen.mask) {
    return fit && seen.start_pos >= 0 && seen.start_pos <= key.length() - query.length();
  }
  return fit && !seen.is_causal && seen.mask->scalar_type() == ScalarType::Float && seen.mask->dim() == 2 &&
         seen.mask->size(0) == query.length() && seen.mask->size(1) == key.length();
}

}  // namespace etk
