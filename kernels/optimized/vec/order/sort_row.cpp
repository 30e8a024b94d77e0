#include "vec/order/sort_row.h"

#include "vec/order/select_keys.h"
#include "vec/order/sort_keys.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace etk::vec {
namespace {

// Computes the keys of `count` elements from number `first` on.
template <typename Key>
void make_keys_of(const OrderedRow& row, size_t first, size_t count, Key* keys) {
  make_keys(row.order, row.from + first * row.from_stride * sizeof(Key), row.from_stride, count, keys);
}

// Sets the outs to the elements with these numbers. The numbers may be at the end of the memory of the
// indices: each is read before it is overwritten.
template <typename Key>
void set_row(const OrderedRow& row, const uint32_t* numbers) {
  char *to = row.values, *to_index = row.indices;
  const auto* from = reinterpret_cast<const char*>(numbers);
  for (size_t i = 0; i < row.k; ++i, from += sizeof(uint32_t)) {
    uint32_t number;
    std::memcpy(&number, from, sizeof(number));
    const auto index = static_cast<int64_t>(number);
    std::memcpy(to, row.from + number * row.from_stride * sizeof(Key), sizeof(Key));
    std::memcpy(to_index, &index, sizeof(index));
    to += row.stride * sizeof(Key);
    to_index += row.stride * sizeof(index);
  }
}

template <typename Key>
void sort_typed(const OrderedRow& row, char* memory) {
  const size_t n = row.n;
  auto* const places = reinterpret_cast<uint32_t*>(memory ? memory : row.indices);
  uint32_t* const others = places + n;
  auto* const keys = reinterpret_cast<Key*>(memory ? reinterpret_cast<char*>(others + n) : row.values);
  make_keys_of(row, 0, n, keys);
  const uint32_t* const sorted = sort_keys(sizeof(Key), keys, n, places, others);
  if (sorted != others) {
    std::copy_n(sorted, row.k, others);
  }
  set_row<Key>(row, others);
}

// The number of keys that are selected at a time.
constexpr size_t kPiece = 256;

// The number of keys, and of the numbers of their elements, that fit the memory: at least 2 k, because
// sorting k of them needs as many more.
size_t room_of(const OrderedRow& row) {
  constexpr size_t kLeast = 32;
  return std::max(2 * row.k, kLeast);
}
size_t bytes_of_room(const OrderedRow& row) {
  return room_of(row) * (row.order.size + 2 * sizeof(uint32_t));
}

// A buffer of keys and the numbers of their elements. When it is full, only the first k in the order are
// kept.
template <typename Key>
struct Kept {
  Kept(const OrderedRow& row, char* memory)
      : k(row.k),
        room(room_of(row)),
        numbers(reinterpret_cast<uint32_t*>(memory)),
        places(numbers + room),
        keys(reinterpret_cast<Key*>(places + room)) {}

  void add(Key key, size_t number) {
    keys[count] = key;
    numbers[count] = static_cast<uint32_t>(number);
    if (++count == room) {
      keep();
    }
  }

  void keep() {
    find_nth(sizeof(Key), keys, count, k - 1, &limit);
    size_t equal = k;  // the number of equal keys to keep
    for (size_t i = 0; i < count; ++i) {
      equal -= keys[i] < limit;
    }
    size_t to = 0;
    for (size_t i = 0; i < count; ++i) {
      const bool is_equal = keys[i] == limit && equal > 0;
      equal -= is_equal;
      keys[to] = keys[i];
      numbers[to] = numbers[i];
      to += keys[to] < limit || is_equal;
    }
    count = k;
  }

  // Sorts the first k.
  void sort() {
    const uint32_t* const sorted = sort_keys(sizeof(Key), keys, k, places, places + k);
    uint32_t* const other = sorted == places ? places + k : places;
    for (size_t i = 0; i < k; ++i) {
      other[i] = numbers[sorted[i]];
    }
    numbers = other;
  }

  const size_t k, room;
  size_t count = 0;
  Key limit = std::numeric_limits<Key>::max();  // keys from here on are not added
  uint32_t *numbers, *places;
  Key* keys;
};

// An upper limit that at least k keys are below, unless keys have the largest possible value: the keys are
// divided into groups, and k groups have a key that is at most the k-th smallest of the groups' minima.
template <typename Key>
Key first_limit(const OrderedRow& row, size_t groups, Key* least) {
  Key piece[kPiece], limit;
  make_keys_of(row, 0, groups, least);
  const size_t most = groups < kPiece ? kPiece / groups * groups : kPiece;
  for (size_t i = groups, count; i < row.n; i += count) {
    const size_t group = i % groups;
    count = std::min({row.n - i, most, group > 0 ? groups - group : most});
    make_keys_of(row, i, count, piece);
    take_least(sizeof(Key), piece, count, groups, least + group);
  }
  find_nth(sizeof(Key), least, groups, row.k - 1, &limit);
  return std::max(limit, static_cast<Key>(limit + 1));
}

// Calls f(keys, count, first) for all keys of a row, piece by piece.
template <typename Key, typename F>
void for_each_piece(const OrderedRow& row, const F& f) {
  Key piece[kPiece];
  for (size_t i = 0; i < row.n; i += kPiece) {
    const size_t count = std::min(row.n - i, kPiece);
    make_keys_of(row, i, count, piece);
    f(piece, count, i);
  }
}

template <typename Key>
void select_typed(const OrderedRow& row) {
  alignas(uint64_t) char memory[kRowRoom];
  Kept<Key> kept(row, memory);
  kept.limit = first_limit(row, kept.room, kept.keys);
  for_each_piece<Key>(row, [&](const Key* keys, size_t count, size_t first) {
    uint32_t places[kPiece];
    const size_t found = find_less(sizeof(Key), keys, count, &kept.limit, places);
    for (size_t f = 0; f < found; ++f) {
      if (keys[places[f]] < kept.limit) {
        kept.add(keys[places[f]], first + places[f]);
      }
    }
  });
  if (kept.count < row.k) {
    for_each_piece<Key>(row, [&](const Key* keys, size_t count, size_t first) {
      for (size_t i = 0; i < count && kept.count < row.k; ++i) {
        if (keys[i] == kept.limit) {
          kept.add(keys[i], first + i);
        }
      }
    });
  }
  kept.keep();
  kept.sort();
  set_row<Key>(row, kept.numbers);
}

}  // namespace

void sort_row(const OrderedRow& row, char* memory) {
  with_unsigned(row.order.size, [&](auto key) { sort_typed<decltype(key)>(row, memory); });
}

bool selects(const OrderedRow& row) {
  return room_of(row) < row.n / 2 && bytes_of_room(row) <= kRowRoom;
}

void select_row(const OrderedRow& row) {
  with_unsigned(row.order.size, [&](auto key) { select_typed<decltype(key)>(row); });
}

}  // namespace etk::vec
