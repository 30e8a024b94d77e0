// Elementwise calls that broadcast: some tensors have another shape than the out.
#pragma once

#include "vec/base/memory.h"
#include "vec/base/parallel.h"
#include "vec/elementwise/map.h"

#include <cstdint>

namespace etk::vec {

/// The size of an element in bytes. The runtime's own function is not inline, and the call is noticeable in
/// small calls.
inline size_t size_of(const Tensor& tensor) {
  switch (tensor.scalar_type()) {
    case ScalarType::Bool:
    case ScalarType::Byte:
    case ScalarType::Char:
      return 1;
    case ScalarType::Float:
    case ScalarType::Int:
      return 4;
    case ScalarType::Long:
    case ScalarType::Double:
      return 8;
    case ScalarType::Half:
    case ScalarType::BFloat16:
    case ScalarType::Short:
      return 2;
    default:
      return tensor.element_size();
  }
}

/// Calls the function with widened inputs, and rounds its results. The elements of the out have `size` bytes.
void run_widened(const Call& call, const Input* in, Output out, size_t size, size_t n);

/// Calls the function directly, or with widening if the dtype of the call requires it.
inline void run_call(const Call& call, const Input* in, Output out, size_t size, size_t n) {
  if (call.widens()) {
    run_widened(call, in, out, size, n);
  } else {
    out.dtype = call.dtype;
    call.function(in, out, n);
  }
}

/// Up to this number of elements, a call is not divided.
constexpr size_t kFewElements = 512;

/// Calls f(begin, end) for parts of n elements that start at cache lines of the out, so that no two threads
/// write to one cache line.
template <typename F>
void parallel_lines(const char* out, size_t element_size, size_t n, size_t cost, const F& f) {
  constexpr size_t kLine = 64;
  if (n <= kFewElements) {
    return n > 0 ? f(size_t{0}, n) : void();
  }
  const size_t before = reinterpret_cast<uintptr_t>(out) % kLine / element_size;
  parallel((before + n + kLine - 1) / kLine, kLine * cost, [&](size_t begin, size_t end) {
    f(begin > 0 ? begin * kLine - before : 0, end * kLine < before + n ? end * kLine - before : n);
  });
}

/// Computes `out`, which has the broadcast shape of the operands. False, before anything is written, if an
/// operand is neither contiguous nor constant along the last dimension of the loop.
bool run_broadcast(const Call& call, const Operand* operands, const Shape& shape, Tensor& out);

}  // namespace etk::vec
