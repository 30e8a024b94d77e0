#include "vec/map.h"

#include "etk/loop.h"
#include "vec/layout.h"
#include "vec/memory.h"
#include "vec/parallel.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstring>

#include "hwy/cache_control.h"

namespace etk::vec {
namespace {

constexpr size_t kMaxOperands = kMaxViews - 1;

// Whether an operand is read as it is, or is a number.
bool is_readable(const Operand& operand, bool may_be_bool) {
  if (!operand.tensor) {
    return true;
  }
  const ScalarType dtype = operand.tensor->scalar_type();
  return !operand.part && (dtype == ScalarType::Float || (may_be_bool && dtype == ScalarType::Bool));
}

// The first tensor, if all are arrays of its shape, as most are; null if not.
const Tensor* first_of_arrays(const Call& call, const Operand* operands) {
  const Tensor* first = nullptr;
  for (const Operand* o = operands; o != operands + call.count; ++o) {
    if (o->tensor) {
      first = first ? first : o->tensor;
      if (o->along >= 0 || !is_array(*o->tensor) || !o->tensor->sizes().equals(first->sizes())) {
        return nullptr;
      }
    }
  }
  return first;
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

// One call: its tensors as a loop, and the places where repeated elements are.
class Run {
 public:
  // All tensors are arrays of n elements.
  Run(const Call& call, const Operand* operands, size_t n, Tensor& out)
      : call_(call), loop_(n), out_size_(out.element_size()), is_far_(out.nbytes() >= kFar) {
    loop_.add(out);
    for (size_t i = 0; i < call_.count; ++i) {
      const Operand& operand = operands[i];
      if (operand.tensor) {
        sizes_[i] = operand.tensor->element_size();
        views_[i] = loop_.add(*operand.tensor);
      } else {
        set_number(i, operand);
      }
    }
  }

  // Tensors that broadcast to a shape.
  Run(const Call& call, const Operand* operands, const Shape& shape, Tensor& out)
      : call_(call), loop_(shape), out_size_(out.element_size()), is_far_(out.nbytes() >= kFar) {
    loop_.add(View(out));
    for (size_t i = 0; i < call_.count; ++i) {
      const Operand& operand = operands[i];
      if (!operand.tensor) {
        set_number(i, operand);
        continue;
      }
      View view(*operand.tensor);
      while (operand.along >= 0 && view.rank + static_cast<size_t>(operand.along) < shape.rank) {
        view.insert(view.rank);
      }
      view.broadcast_to(shape);
      sizes_[i] = view.element_size;
      views_[i] = loop_.add(view);
    }
    loop_.simplify();
  }

  // Whether every tensor is an array along the innermost dimension, or stays where it is.
  bool is_fit() const {
    bool fit = loop_.inner_size() == 1 || loop_.inner_stride(0) == static_cast<ptrdiff_t>(out_size_);
    for (size_t i = 0; i < call_.count; ++i) {
      const ptrdiff_t stride = stride_of(i);
      fit = fit && (stride == 0 || stride == static_cast<ptrdiff_t>(sizes_[i]));
    }
    return fit;
  }

  void run(size_t numel) const {
    const size_t inner = loop_.inner_size();
    if (inner == numel && numel > 0) {
      // Parts begin where cache lines of the out do: no two threads write to the same.
      constexpr size_t kLine = 64;
      const size_t before = reinterpret_cast<uintptr_t>(Cursor(loop_).at(0)) % kLine / out_size_;
      parallel((before + numel + kLine - 1) / kLine, kLine * call_.cost, [&](size_t begin, size_t end) {
        const size_t first = begin > 0 ? begin * kLine - before : 0;
        Cursor cursor(loop_);
        cursor.step(first);
        Inputs inputs(*this);
        run_part(inputs, cursor, (end * kLine < before + numel ? end * kLine - before : numel) - first);
        finish_part();
      });
    } else if (inner > 0) {
      parallel(numel / inner, inner * call_.cost, [&](size_t begin, size_t end) {
        Cursor cursor(loop_, begin);
        Inputs inputs(*this);
        for (size_t i = begin; i < end; ++i) {
          run_part(inputs, cursor, inner);
          cursor.step(inner);
        }
        finish_part();
      });
    }
  }

 private:
  void set_number(size_t i, const Operand& operand) {
    numbers_[i] = static_cast<float>(to<double>(operand.scalar));
  }

  ptrdiff_t stride_of(size_t i) const {
    return views_[i] && loop_.inner_size() > 1 ? loop_.inner_stride(views_[i]) : 0;
  }

  // The inputs of a thread, with room for elements that are repeated.
  struct Inputs {
    explicit Inputs(const Run& run) {
      for (size_t i = 0; i < run.call_.count; ++i) {
        in[i] = {repeated[i], run.stride_of(i) != 0 ? ~size_t{0} : 0};
        if (!run.views_[i]) {
          repeat(i, run.numbers_[i]);
        }
      }
    }

    void repeat(size_t i, float value) {
      const float four[] = {value, value, value, value};
      for (size_t k = 0; k < Input::kRepeated; k += 4) {
        std::memcpy(repeated[i] + k, four, sizeof(four));
      }
    }

    Input in[kMaxOperands];
    alignas(64) float repeated[kMaxOperands][Input::kRepeated];
  };

  void run_part(Inputs& inputs, const Cursor& cursor, size_t n) const {
    for (size_t i = 0; i < call_.count; ++i) {
      if (inputs.in[i].mask != 0) {
        inputs.in[i].data = cursor.at(views_[i]);
      } else if (views_[i] && sizes_[i] == 1) {
        // Bytes are as many as vectors of floats read of them, not as there is room for.
        auto* bytes = reinterpret_cast<char*>(inputs.repeated[i]);
        std::memset(bytes, *cursor.at(views_[i]), Input::kRepeated);
      } else if (views_[i]) {
        inputs.repeat(i, *static_cast<const float*>(static_cast<void*>(cursor.at(views_[i]))));
      }
    }
    call_.function(inputs.in, {cursor.at(0), is_far_}, n);
  }

  void finish_part() const {
    if (is_far_) {
      hwy::FlushStream();
    }
  }

  const Call& call_;
  Loop loop_;
  const size_t out_size_;
  const bool is_far_;
  float numbers_[kMaxOperands];
  size_t sizes_[kMaxOperands] = {};  // of elements
  size_t views_[kMaxOperands] = {};  // their indices in the loop; 0 for a number
};

}  // namespace

bool run_map(const Call& call, ScalarType result, bool is_choice, const Operand* operands, Tensor& out) {
  bool fit = out.scalar_type() == result;
  bool any_tensor = false;
  for (size_t i = 0; i < call.count; ++i) {
    fit = fit && is_readable(operands[i], is_choice && i == 0);
    any_tensor |= operands[i].tensor != nullptr;
  }
  if (!fit || !any_tensor) {
    return false;
  }
  const Tensor* first = first_of_arrays(call, operands);
  if (first) {
    if (executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, first->sizes()) != Error::Ok) {
      return false;
    }
    if (is_array(out)) {
      const auto n = static_cast<size_t>(out.numel());
      Run(call, operands, n, out).run(n);
      return true;
    }
  }
  Shape shape;
  if (!find_shape(call, operands, shape) ||
      executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok) {
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
