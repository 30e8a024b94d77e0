// The out is computed in chunks of its memory. Operands that are not contiguous in a chunk are first expanded
// to contiguous memory: a call for each run of a repeated row would take longer than the run itself.
#include "vec/elementwise/broadcast.h"

#include "etk/base/loop.h"
#include "vec/base/memory.h"
#include "vec/elementwise/expand.h"
#include "vec/elementwise/inputs.h"

#include <algorithm>

namespace etk::vec {
namespace {

// The number of elements that are expanded at a time, and the most operands that are expanded. Expanding may
// write up to a vector past the end.
constexpr size_t kWritten = 1024, kMostWritten = 3, kSlack = Input::kRepeated;

class Broadcast {
 public:
  Broadcast(const Call& call, const Operand* operands, const Shape& shape, Tensor& out)
      : call_(call), operands_(operands), loop_(shape), out_size_(vec::size_of(out)), numel_(shape.numel()) {
    size_t views = loop_.add(View(out)) + 1;
    for (size_t i = 0; i < call_.count; ++i) {
      const Operand& operand = operands[i];
      if (!operand.tensor) {
        continue;
      }
      View view = operand.part ? *operand.part : View(*operand.tensor);
      while (operand.along >= 0 && view.rank + static_cast<size_t>(operand.along) < shape.rank) {
        view.insert(view.rank);
      }
      view.broadcast_to(shape);
      views_[i] = loop_.add(view);
      views = views_[i] + 1;
    }
    loop_.simplify();
    find_chunks(views);
    for (size_t i = 0; i < call_.count; ++i) {
      ways_[i] = views_[i] ? way_of(i) : Way::kSame;
      written_ += ways_[i] == Way::kWritten;
    }
  }

  // Whether all operands can be read.
  bool is_fit() const {
    bool fit = loop_.inner_size() == 1 || loop_.inner_stride(0) == static_cast<ptrdiff_t>(out_size_);
    for (size_t i = 0; i < call_.count; ++i) {
      const ptrdiff_t stride = views_[i] && loop_.rank() > 0 ? loop_.inner_stride(views_[i]) : 0;
      fit = fit && (stride == 0 || stride == size_of(i)) && (!views_[i] || can_expand(size_of(i)));
    }
    return fit && written_ <= kMostWritten;
  }

  void run() const {
    if (loop_.rank() < 2) {
      // The parts are whole cache lines.
      parallel_lines(Cursor(loop_).at(0), out_size_, numel_, call_.cost, [&](size_t begin, size_t end) {
        Cursor cursor(loop_);
        cursor.step(begin);
        run_chunks(cursor, 1, end - begin);
      });
      return;
    }
    const Loop outer(loop_, whole_);
    const size_t pieces = (outer.inner_size() + most_ - 1) / most_;
    const size_t chunks = numel_ / block_ / outer.inner_size() * pieces;
    parallel(chunks, most_ * block_ * call_.cost, [&](size_t begin, size_t end) {
      Cursor cursor(outer, begin / pieces);
      cursor.step(begin % pieces * most_);
      run_chunks(cursor, end - begin, most_);
    });
  }

 private:
  // How the elements of an operand in a chunk become contiguous: they are an array already, they are all the
  // same element, or they are expanded.
  enum class Way : uint8_t { kArray, kSame, kWritten };

  ptrdiff_t size_of(size_t i) const {
    return static_cast<ptrdiff_t>(vec::size_of(*operands_[i].tensor));
  }

  // Whether an operand has elements larger than a float.
  bool has_wide() const {
    bool has = false;
    for (size_t i = 0; i < call_.count; ++i) {
      has = has || (views_[i] && size_of(i) > static_cast<ptrdiff_t>(sizeof(float)));
    }
    return has;
  }

  // A chunk covers some inner dimensions completely, and as many indices of the next outer dimension as fit.
  void find_chunks(size_t views) {
    constexpr size_t kLong = 16384;
    whole_ = loop_.rank();
    most_ = std::min(kLong, loop_.inner_size());
    if (whole_ < 2) {
      return;
    }
    // The elements of a column operand are the same for a whole run. Such a run is a chunk of its own if it
    // is long enough to be worth a call.
    constexpr size_t kWorthy = 192;
    bool is_column = false;
    for (size_t v = 1; v < views; ++v) {
      is_column = is_column || (loop_.stride(v, whole_ - 1) == 0 && loop_.stride(v, whole_ - 2) != 0);
    }
    if (is_column && loop_.inner_size() >= kWorthy) {
      return;
    }
    const auto is_joined = [&](size_t d) {
      return loop_.stride(0, d) == static_cast<ptrdiff_t>(block_ * out_size_);
    };
    const size_t most = has_wide() ? kWritten / 2 : kWritten;
    while (whole_ > 0 && block_ * loop_.size(whole_ - 1) <= most && is_joined(whole_ - 1)) {
      block_ *= loop_.size(--whole_);
    }
    if (whole_ < loop_.rank()) {
      const bool has_more = whole_ > 0 && is_joined(whole_ - 1);
      most_ = has_more ? std::min(most / block_, loop_.size(whole_ - 1)) : 1;
    }
  }

  Way way_of(size_t i) const {
    bool is_array = true, is_same = true;
    ptrdiff_t next = size_of(i);
    const size_t first = whole_ > 0 && most_ > 1 ? whole_ - 1 : whole_;
    for (size_t d = loop_.rank(); d-- > first; next *= static_cast<ptrdiff_t>(loop_.size(d))) {
      const ptrdiff_t stride = loop_.stride(views_[i], d);
      is_array = is_array && stride == next;
      is_same = is_same && stride == 0;
    }
    return is_array ? Way::kArray : is_same ? Way::kSame : Way::kWritten;
  }

  // Computes chunks of at most `most` indices of the cursor's run each.
  void run_chunks(Cursor cursor, size_t chunks, size_t most) const {
    Inputs inputs;
    alignas(64) float memory[kMostWritten][kWritten + kSlack];
    const char* last[kMaxOperands] = {};  // the expanded memory of an input that is still valid: its source
    size_t counts[kMaxOperands] = {};     // and its length
    const bool is_far = numel_ * out_size_ >= kFar;
    for (size_t i = 0; i < call_.count; ++i) {
      if (!views_[i]) {
        inputs.repeat_number(i, operands_[i], call_);
        counts[i] = numel_;
      }
    }
    for (; chunks > 0; --chunks) {
      const size_t count = std::min(most, cursor.left()), n = count * block_;
      for (size_t i = 0, written = 0; i < call_.count; ++i) {
        const char* data = views_[i] ? cursor.at(views_[i]) : nullptr;
        float* to = memory[written];
        written += ways_[i] == Way::kWritten;
        if (data == last[i] && n <= counts[i]) {
          continue;
        }
        last[i] = data;
        counts[i] = n;
        if (ways_[i] == Way::kArray) {
          inputs.set(i, data);
        } else if (ways_[i] == Way::kWritten) {
          write(inputs, i, count, data, to);
        } else {
          inputs.repeat_element(i, data, call_, size_of(i));
        }
      }
      run_call(call_, inputs.in, {cursor.at(0), is_far}, out_size_, n);
      cursor.step(count);
    }
    finish(is_far);
  }

  void write(Inputs& inputs, size_t i, size_t count, const char* data, float* memory) const {
    const size_t n = whole_ > 0 ? count : loop_.size(0), inner = whole_ > 0 ? block_ : block_ / n;
    const auto size = static_cast<size_t>(size_of(i));
    expand(loop_, views_[i], whole_ > 0 ? whole_ - 1 : 0, n, inner, size, data, memory);
    inputs.set(i, reinterpret_cast<const char*>(memory));
  }

  const Call& call_;
  const Operand* operands_;
  Loop loop_;
  const size_t out_size_, numel_;
  size_t views_[kMaxOperands] = {};  // their indices in the loop; 0 for a number
  Way ways_[kMaxOperands];
  size_t written_ = 0;
  size_t whole_ = 0;  // the first dimension that a chunk covers completely
  size_t block_ = 1;  // the number of elements in those dimensions
  size_t most_ = 1;   // the indices in a chunk of the next outer dimension
};

}  // namespace

bool run_broadcast(const Call& call, const Operand* operands, const Shape& shape, Tensor& out) {
  if (shape.numel() == 0) {
    return true;
  }
  const Broadcast broadcast(call, operands, shape, out);
  if (!broadcast.is_fit()) {
    return false;
  }
  broadcast.run();
  return true;
}

}  // namespace etk::vec
