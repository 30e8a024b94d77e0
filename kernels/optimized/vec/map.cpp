#include "vec/map.h"

#include "vec/broadcast.h"
#include "vec/inputs.h"
#include "vec/layout.h"
#include "vec/memory.h"
#include "vec/parallel.h"

namespace etk::vec {
namespace {

// Whether an operand is read as it is, or is a number.
bool is_readable(const Operand& operand, bool may_be_bool) {
  if (!operand.tensor) {
    return true;
  }
  const ScalarType dtype = operand.tensor->scalar_type();
  return !operand.part && (dtype == ScalarType::Float || (may_be_bool && dtype == ScalarType::Bool));
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
  return run_broadcast(call, operands, shape, out);
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
