#include "vec/map.h"

#include "etk/loop.h"
#include "vec/inputs.h"
#include "vec/layout.h"
#include "vec/memory.h"
#include "vec/parallel.h"

#include "hwy/cache_control.h"

namespace etk::vec {
namespace {

// Elements are Float or Bool.
size_t size_of(const Tensor& tensor) {
  return tensor.scalar_type() == ScalarType::Bool ? 1 : sizeof(float);
}

// Whether an operand is read as it is, or is a number.
bool is_readable(const Operand& operand, bool may_be_bool) {
  if (!operand.tensor) {
    return true;
  }
  const ScalarType dtype = operand.tensor->scalar_type();
  return !operand.part && (dtype == ScalarType::Float || (may_be_bool && dtype == ScalarType::Bool));
}

// Calls f(begin, end) for parts of n elements, which begin where cache lines of the out do: no two threads
// write to the same.
template <typename F>
void parallel_lines(const char* out, size_t element_size, size_t n, size_t cost, const F& f) {
  constexpr size_t kLine = 64, kSmall = 512;
  if (n <= kSmall) {
    return n > 0 ? f(size_t{0}, n) : void();
  }
  const size_t before = reinterpret_cast<uintptr_t>(out) % kLine / element_size;
  parallel((before + n + kLine - 1) / kLine, kLine * cost, [&](size_t begin, size_t end) {
    f(begin > 0 ? begin * kLine - before : 0, end * kLine < before + n ? end * kLine - before : n);
  });
}

// What a thread does behind its last result.
void finish(bool is_far) {
  if (is_far) {
    hwy::FlushStream();
  }
}

// A call where all tensors are arrays of n elements, as in most.
void run_arrays(const Call& call, const Operand* operands, size_t n, Tensor& out) {
  const size_t size = size_of(out);
  char* to = out.mutable_data_ptr<char>();
  const bool is_far = n * size >= kFar;
  parallel_lines(to, size, n, call.cost, [&](size_t begin, size_t end) {
    Inputs inputs;
    for (size_t i = 0; i < call.count; ++i) {
      if (const Tensor* tensor = operands[i].tensor) {
        inputs.set(i, tensor->const_data_ptr<char>() + begin * size_of(*tensor));
      } else {
        inputs.repeat(i, operands[i], end - begin);
      }
    }
    call.function(inputs.in, {to + begin * size, is_far}, end - begin);
    finish(is_far);
  });
}

bool find_shape(const Call& call, const Operand* operands, Shape& shape) {
  for (const Operand* o = operands; o != operands + call.count; ++o) {
    if (o->tensor && o->along < 0 && !broadcast(shape, Shape(*o->tensor))) {
      return false;
    }
  }
  for (const Operand* o = operands; o != operands + call.count; ++o) {
    if (o->tensor && o->along >= 0 &&
        (o->tensor->dim() != 1 || static_cast<size_t>(o->along) >= shape.rank ||
         o->tensor->sizes()[0] != shape.sizes[o->along])) {
      return false;
    }
  }
  return true;
}

// A call whose tensors broadcast to a shape: a loop over them.
class Run {
 public:
  Run(const Call& call, const Operand* operands, const Shape& shape, Tensor& out)
      : call_(call), operands_(operands), loop_(shape), out_size_(size_of(out)) {
    loop_.add(View(out));
    for (size_t i = 0; i < call_.count; ++i) {
      const Operand& operand = operands[i];
      if (!operand.tensor) {
        continue;
      }
      View view(*operand.tensor);
      while (operand.along >= 0 && view.rank + static_cast<size_t>(operand.along) < shape.rank) {
        view.insert(view.rank);
      }
      view.broadcast_to(shape);
      views_[i] = loop_.add(view);
    }
    loop_.simplify();
  }

  // Whether every tensor is an array along the innermost dimension, or stays where it is.
  bool is_fit() const {
    bool fit = loop_.inner_size() == 1 || loop_.inner_stride(0) == static_cast<ptrdiff_t>(out_size_);
    for (size_t i = 0; i < call_.count; ++i) {
      const ptrdiff_t stride = stride_of(i);
      fit = fit && (stride == 0 || stride == static_cast<ptrdiff_t>(size_of(*operands_[i].tensor)));
    }
    return fit;
  }

  void run(size_t numel) const {
    const size_t inner = loop_.inner_size();
    if (numel == 0) {
      return;
    }
    const bool is_far = numel * out_size_ >= kFar;
    const auto run_runs = [&](Cursor cursor, size_t runs, size_t n) {
      Inputs inputs;
      set_numbers(inputs, n);
      for (size_t i = 0; i < runs; ++i) {
        run_part(inputs, cursor, is_far, n);
        cursor.step(n);
      }
      finish(is_far);
    };
    if (inner == numel) {
      parallel_lines(Cursor(loop_).at(0), out_size_, numel, call_.cost, [&](size_t begin, size_t end) {
        Cursor cursor(loop_);
        cursor.step(begin);
        run_runs(cursor, 1, end - begin);
      });
    } else {
      parallel(numel / inner, inner * call_.cost, [&](size_t begin, size_t end) {
        run_runs(Cursor(loop_, begin), end - begin, inner);
      });
    }
  }

 private:
  ptrdiff_t stride_of(size_t i) const {
    return views_[i] && loop_.inner_size() > 1 ? loop_.inner_stride(views_[i]) : 0;
  }

  void set_numbers(Inputs& inputs, size_t n) const {
    for (size_t i = 0; i < call_.count; ++i) {
      if (!views_[i]) {
        inputs.repeat(i, operands_[i], n);
      }
    }
  }

  void run_part(Inputs& inputs, const Cursor& cursor, bool is_far, size_t n) const {
    for (size_t i = 0; i < call_.count; ++i) {
      if (!views_[i]) {
        continue;
      }
      const char* data = cursor.at(views_[i]);
      if (stride_of(i) != 0) {
        inputs.set(i, data);
      } else if (size_of(*operands_[i].tensor) == 1) {
        // Bytes are as many as vectors of floats read of them, not as there is room for.
        inputs.repeat_byte(i, *data);
      } else {
        inputs.repeat(i, *static_cast<const float*>(static_cast<const void*>(data)), n);
      }
    }
    call_.function(inputs.in, {cursor.at(0), is_far}, n);
  }

  const Call& call_;
  const Operand* operands_;
  Loop loop_;
  const size_t out_size_;
  size_t views_[kMaxOperands] = {};  // their indices in the loop; 0 for a number
};

}  // namespace

bool run_map(const Call& call, ScalarType result, bool is_choice, const Operand* operands, Tensor& out) {
  if (out.scalar_type() != result) {
    return false;
  }
  const Tensor* first = nullptr;
  bool are_arrays = true;
  for (size_t i = 0; i < call.count; ++i) {
    const Operand& operand = operands[i];
    if (!is_readable(operand, is_choice && i == 0)) {
      return false;
    }
    if (const Tensor* tensor = operand.tensor) {
      first = first ? first : tensor;
      are_arrays =
          are_arrays && operand.along < 0 && tensor->sizes().equals(first->sizes()) && is_array(*tensor);
    }
  }
  if (!first) {
    return false;
  }
  if (are_arrays) {
    if (!resize(out, Shape(*first))) {
      return false;
    }
    if (is_array(out)) {
      run_arrays(call, operands, static_cast<size_t>(out.numel()), out);
      return true;
    }
  }
  Shape shape;
  if (!find_shape(call, operands, shape) || !resize(out, shape)) {
    return false;
  }
  const Run run(call, operands, shape, out);
  if (!run.is_fit()) {
    return false;
  }
  run.run(shape.numel());
  return true;
}

void map_chunk(const void* f, const void* const* in, void* out, size_t n) {
  const Call& call = *static_cast<const Call*>(f);
  Input inputs[kMaxOperands];
  for (size_t i = 0; i < call.count; ++i) {
    inputs[i] = {in[i], ~size_t{0}};
  }
  call.function(inputs, {out, /*far=*/false}, n);
}

}  // namespace etk::vec
