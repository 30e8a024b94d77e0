// The elementwise pattern on vectors. If all tensors are Float, or of one dtype that is widened to Float, and
// their layout is an array or a repeated element, a function of vectors computes them; some functions compute
// Int and Long as well. All other calls, including calls with wrong arguments, go to etk::map, with the
// vector function in place of its function for float: only the code that moves the elements differs.
//
//   struct Tanh { template <class D, class V> V operator()(D d, V x) … };         // for each target
//   void tanh_floats(…) { map_floats<Tanh, 1>(…); }
//
//   ETK_VEC_EXPORT(tanh_floats);                                                  // once
//   ETK_FASTER_MAP("tanh.out", tanh_floats);
//
// The source of the operator, which calls etk::map, is included after that.
#pragma once

#include "etk/elementwise/map.h"
#include "vec/base/array.h"
#include "vec/base/kinds.h"

namespace etk::vec {

/// Floats, integers or the bytes of Bools: a contiguous array, or one repeated element.
struct Input {
  const void* data;
  size_t mask;  // element i is at index i & mask: all ones for an array, 0 for a repeated element

  static constexpr size_t kRepeated = 64;  // the upper bound on the lanes of a vector
};

/// The destination of results. If `far`, they may be stored past the caches, which cannot hold the whole
/// result; the caller calls hwy::FlushStream.
struct Output {
  void* data;
  bool far;
  ScalarType dtype = ScalarType::Float;  // of the operands: Float, or an integer dtype if supported
};

/// Computes n results, of the dtype of the operands or the bytes of Bools.
using Function = void (*)(const Input* in, Output out, size_t n);

/// Whether the dtype is Int or Long, the integers that most calls have.
constexpr bool is_int_or_long(ScalarType dtype) {
  return dtype == ScalarType::Int || dtype == ScalarType::Long;
}

/// Whether dtype is Byte, Char, Short or Bool.
constexpr bool is_small(ScalarType dtype) {
  return dtype == ScalarType::Byte || dtype == ScalarType::Char || dtype == ScalarType::Short ||
         dtype == ScalarType::Bool;
}

/// The kind of a dtype; 0 if no function supports it.
constexpr unsigned kind_of(ScalarType dtype) {
  return is_single(dtype)                           ? kOfFloats
         : dtype == ScalarType::Bool                ? kOfBools
         : is_int_or_long(dtype) || is_small(dtype) ? kOfIntegers
                                                    : 0;
}

/// A function, the number of its operands, its cost per element, and the dtype of the tensors: Float, a dtype
/// that is widened to Float, or a dtype that the function supports directly.
struct Call {
  Function function;
  size_t count;
  size_t cost = 1;  // relative to an addition
  ScalarType dtype = ScalarType::Float;
  bool moves = false;  // moves elements of any dtype; the first operand, of Bool, is the condition

  /// Whether elements are widened to float.
  bool widens() const {
    return !moves && is_single(dtype) && dtype != ScalarType::Float;
  }
};

/// Computes `out`, of dtype `result`, if the dtypes and layouts are supported as described above; otherwise
/// returns false without writing anything. `result` is Bool, or the dtype of the call.
bool run_map(const Call& call, ScalarType result, const Operand* operands, Tensor& out);

/// The dtype of the first tensor.
inline ScalarType first_dtype(const Operand* operands, size_t count) {
  while (count > 1 && !operands->tensor) {
    ++operands;
    --count;
  }
  return operands->tensor ? operands->tensor->scalar_type() : ScalarType::Undefined;
}

/// A MapFunction that computes with the Call that `f` points to.
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

/// Computes `out` if all tensors have one dtype that `find` supports and their layouts are supported as
/// described above; otherwise returns false without writing anything. `find` returns the Function and has its
/// kCost and kKinds.
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

/// etk::map, which uses f only if no vector function applies.
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
    // etk::map's own function for float is not compiled: the vector function replaces it.
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

/// The policy class of etk::map: `map` with the Function that Find returns.
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

// Computes the operator with an exported Function.
#define ETK_FASTER_MAP(op, function) ETK_FASTER_OF(op, FasterMap, vec::MapWith<vec::function##_pointer>, {})

}  // namespace etk::vec
