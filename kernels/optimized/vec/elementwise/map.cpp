#include "vec/elementwise/map.h"

#include "vec/base/layout.h"
#include "vec/base/memory.h"
#include "vec/base/parallel.h"
#include "vec/elementwise/broadcast.h"
#include "vec/elementwise/inputs.h"
#include "vec/elementwise/row_by_row.h"

namespace etk::vec {
namespace {

// Whether a small integer dtype can represent the number, or Bool, which the number must not promote.
bool has_number(ScalarType dtype, const Operand& operand) {
  const auto number = to<int64_t>(*operand.number);
  switch (dtype) {
    case ScalarType::Byte:
      return number == static_cast<uint8_t>(number);
    case ScalarType::Char:
      return number == static_cast<int8_t>(number);
    case ScalarType::Short:
      return number == static_cast<int16_t>(number);
    default:
      return operand.number->isBoolean() || (!operand.promotes && number == (number & 1));
  }
}

// Whether an operand can be read directly or widened, or is a number.
bool is_readable(const Call& call, const Operand& operand, bool is_choice) {
  if (operand.tensor) {
    return operand.tensor->scalar_type() == (is_choice ? ScalarType::Bool : call.dtype);
  }
  return call.moves || is_single(call.dtype) ||
         (!operand.number->isFloatingPoint() && (!is_small(call.dtype) || has_number(call.dtype, operand)));
}

// The usual case: all tensors are contiguous arrays of n elements.
ETK_INLINE void run_arrays(const Call& call, const Operand* operands, size_t n, Tensor& out) {
  Inputs inputs;
  for (size_t i = 0; i < call.count; ++i) {
    if (const Tensor* tensor = operands[i].tensor) {
      inputs.set(i, tensor->const_data_ptr<char>());
    } else {
      inputs.repeat_number(i, operands[i], call);
    }
  }
  const size_t size = size_of(out);
  char* to = out.mutable_data_ptr<char>();
  if (n <= kFewElements) {
    return n == 0 ? void() : run_call(call, inputs.in, {to, /*far=*/false}, size, n);
  }
  const bool is_far = n * size >= kFar;
  parallel_lines(to, size, n, call.cost, [&](size_t begin, size_t end) {
    Input in[kMaxOperands];
    for (size_t i = 0; i < call.count; ++i) {
      in[i] = inputs.in[i];
      if (const Tensor* tensor = operands[i].tensor) {
        in[i].data = static_cast<const char*>(in[i].data) + begin * size_of(*tensor);
      }
    }
    run_call(call, in, {to + begin * size, is_far}, size, end - begin);
    finish(is_far);
  });
}

bool find_shape(const Call& call, const Operand* operands, Shape& shape) {
  for (const Operand* o = operands; o != operands + call.count; ++o) {
    if (o->tensor && o->along < 0 && !broadcast(shape, o->part ? Shape(*o->part) : Shape(*o->tensor))) {
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

void run_widened(const Call& call, const Input* in, Output out, size_t size, size_t n) {
  if (!kHasNarrow) {
    return;  // the function is not called
  }
  constexpr size_t kPiece = 256;
  alignas(64) float values[kMaxOperands + 1][kPiece];
  for (size_t i = 0; i < n; i += kPiece) {
    const size_t piece = n - i < kPiece ? n - i : kPiece;
    Input wide[kMaxOperands];
    for (size_t k = 0; k < call.count; ++k) {
      wide[k] = in[k];
      if (in[k].mask == 0) {
        continue;
      }
      load_lines(Array(in[k].data, call.dtype) + i, 0, 1, piece, values[k], 0);
      wide[k].data = values[k];
    }
    if (size == 1) {
      call.function(wide, {static_cast<char*>(out.data) + i, /*far=*/false}, piece);
    } else {
      float* results = values[kMaxOperands];
      call.function(wide, {results, /*far=*/false}, piece);
      store_lines(results, 0, 1, piece, Array(out.data, call.dtype) + i, 0);
    }
  }
}

bool run_map(const Call& call, ScalarType result, const Operand* operands, Tensor& out) {
  if (out.scalar_type() != result || (!kHasNarrow && call.widens())) {
    return false;
  }
  const Tensor* first = nullptr;
  bool are_arrays = true;
  for (size_t i = 0; i < call.count; ++i) {
    const Operand& operand = operands[i];
    if (!is_readable(call, operand, call.moves && i == 0)) {
      return false;
    }
    if (const Tensor* tensor = operand.tensor) {
      are_arrays = are_arrays && operand.along < 0 && !operand.part &&
                   (first ? is_like(*tensor, *first) : is_array(*tensor));
      first = first ? first : tensor;
    }
  }
  if (!first) {
    return false;
  }
  if (are_arrays && resize_like(out, *first)) {
    run_arrays(call, operands, static_cast<size_t>(out.numel()), out);
    return true;
  }
  Shape shape;
  if (!find_shape(call, operands, shape) || !resize(out, shape)) {
    return false;
  }
  return run_few_rows(call, operands, shape, out) || run_broadcast(call, operands, shape, out);
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
