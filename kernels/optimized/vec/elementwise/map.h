// The elementwise pattern on vectors. Where all tensors are Float, or of one dtype that is widened to it, and
// are walked as arrays or repeat an element, a function of vectors computes them; some compute Int and Long
// as well. All else, wrong arguments included, is for etk::map, with the same function in place of the one
// for float: only what moves the elements differs.
//
//   struct Tanh { template <class D, class V> V operator()(D d, V x) … };         // for each target
//   void tanh_floats(…) { map_floats<Tanh, 1>(…); }
//
//   ETK_VEC_EXPORT(tanh_floats);                                                  // once
//   ETK_FASTER_MAP("tanh.out", tanh_floats);
//
// And then the source of the operator, which calls etk::map.
#pragma once

#include "etk/elementwise/map.h"
#include "vec/base/array.h"
#include "vec/base/kinds.h"

namespace etk::vec {

/// Floats, integers or the bytes of Bools: contiguous, or one that is repeated.
struct Input {
  const void* data;
  size_t mask;  // element i is at index i & mask: all ones, or 0 where those of a vector are the same

  static constexpr size_t kRepeated = 64;  // no vector has more floats
};

/// Where results go. Those that are `far` may go past the caches, which have no room for what is computed;
/// hwy::FlushStream is for the caller.
struct Output {
  void* data;
  bool far;
  ScalarType dtype = ScalarType::Float;  // of the operands: Float, or an integer for who computes them
};

/// Computes n results, of the dtype of the operands or the bytes of Bools.
using Function = void (*)(const Input* in, Output out, size_t n);

/// Whether a dtype is one of the integers that most calls have.
constexpr bool is_int_or_long(ScalarType dtype) {
  return dtype == ScalarType::Int || dtype == ScalarType::Long;
}

/// Whether dtype is Byte, Char, Short or Bool.
constexpr bool is_small(ScalarType dtype) {
  return dtype == ScalarType::Byte || dtype == ScalarType::Char || dtype == ScalarType::Short ||
         dtype == ScalarType::Bool;
}

/// The kind of a dtype; 0 if no function computes it.
constexpr unsigned kind_of(ScalarType dtype) {
  return is_single(dtype)                           ? kOfFloats
         : dtype == ScalarType::Bool                ? kOfBools
         : is_int_or_long(dtype) || is_small(dtype) ? kOfIntegers
                                                    : 0;
}

/// A function of so many operands, what an element costs, and the dtype of the tensors: Float, one that is
/// widened to it, or one that the function computes as it is.
struct Call {
  Function function;
  size_t count;
  size_t cost = 1;  // besides that of an addition
  ScalarType dtype = ScalarType::Float;
  bool moves = false;  // elements of any dtype, as they are; the first operand, of Bool, says which

  /// Whether elements are widened to float.
  bool widens() const {
    return !moves && is_single(dtype) && dtype != ScalarType::Float;
  }
};

/// Sets `out`, of dtype `result`, if it and the operands are as said above; false if not, and nothing has
/// happened. `result` is Bool, or the dtype of the call.
bool run_map(const Call& call, ScalarType result, const Operand* operands, Tensor& out);

/// The dtype of the first tensor.
inline ScalarType first_dtype(const Operand* operands, size_t count) {
  while (count > 1 && !operands->tensor) {
    ++operands;
    --count;
  }
  return operands->tensor ? operands->tensor->scalar_type() : ScalarType::Undefined;
}

/// A MapFunction that computes in `f`, a Call.
void map_chunk(const void* f, const void* const* in, void* out, size_t n);

/// Whether the build has selected an operator for any of the kinds.
template <const char* kOp>
constexpr bool has_any(unsigned kinds) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  for (int i = 0; i < static_cast<int>(ScalarType::NumOptions); ++i) {
    const auto dtype = static_cast<ScalarType>(i);
    if (selected.has(dtype) && (kind_of(dtype) & kinds) != 0) {
      return true;
    }
  }
  return false;
}

/// Sets `out` if all tensors are of a dtype that `find`, which returns the Function and has its kCost and
/// kKinds, computes, and are walked as said above; false if not, and nothing has been written.
template <const char* kOp, Promote kPromote, typename Find, typename... Operands>
bool try_map([[maybe_unused]] Tensor& out, [[maybe_unused]] Find find, const Operands&... operands) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  constexpr bool compares = kPromote == Promote::kCompare || kPromote == Promote::kLogic;
  if constexpr (compares ? selected.has(ScalarType::Bool) : has_any<kOp>(Find::kKinds)) {
    const Operand list[] = {operands...};
    const ScalarType dtype = first_dtype(list, sizeof...(Operands));
    const Call call{find(), sizeof...(Operands), Find::kCost, dtype};
    return (kind_of(dtype) & Find::kKinds) != 0 && selected.has(dtype) &&
           run_map(call, compares ? ScalarType::Bool : dtype, list, out);
  }
  return false;
}

/// etk::map, of which f is the last resort.
template <const char* kOp, Promote kPromote, typename Find, typename F, typename... Operands>
Tensor& map(Context& ctx, Tensor& out, Find find, const F& f, const Operands&... operands) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  constexpr bool compares = kPromote == Promote::kCompare || kPromote == Promote::kLogic;
  if (try_map<kOp, kPromote>(out, find, operands...)) {
    return out;
  }
  if constexpr (compares || (Find::kKinds & kOfFloats) == 0 || !selected.has(Compute::kFloat)) {
    return map_each<kOp, kPromote>(ctx, out, f, operands...);
  } else {
    // Its function for float is not compiled: the one of vectors has its place.
    constexpr unsigned computes = internal::computes_of(kPromote) & ~kSingle;
    constexpr auto others = instantiate<kOp, computes, MapFunction>(
        [](auto c) { return etk::internal::map_function<decltype(c), F, sizeof...(Operands)>; });
    Instances<MapFunction> instances = others;
    const Operand list[] = {operands...};
    if (internal::map_complex<kOp>(ctx, f, list, out)) {
      return out;
    }
    const Call call{find(), sizeof...(Operands), Find::kCost};
    const auto chosen = promoted(list, sizeof...(Operands));
    instances.functions[static_cast<size_t>(Compute::kFloat)] = map_chunk;
    const bool in_float = compute_of(chosen) == Compute::kFloat ||
                          (kPromote == Promote::kFloat && compute_of(chosen) == Compute::kInt);
    const void* state = in_float ? static_cast<const void*>(&call) : &f;
    etk::run_map(ctx, instances, kPromote, state, list, sizeof...(Operands), out);
    return out;
  }
}

/// What etk::map asks for: `map` in a Function that Find returns.
template <typename Find>
struct MapWith : FasterMap {
  template <const char* kOp, Promote kPromote, typename F, typename... Operands>
  static Tensor& map(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
    return vec::map<kOp, kPromote>(ctx, out, Find(), f, operands...);
  }
  template <const char* kOp, Promote kPromote, typename... Operands>
  static bool try_map(Tensor& out, const Operands&... operands) {
    return vec::try_map<kOp, kPromote>(out, Find(), operands...);
  }
};

// Has the operator computed in an exported Function.
#define ETK_FASTER_MAP(op, function) ETK_FASTER_OF(op, FasterMap, vec::MapWith<vec::function##_pointer>, {})

}  // namespace etk::vec
