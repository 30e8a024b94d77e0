// Faster functions that a library provides for operators.
//
// Each operator is written once, in kernels/portable or kernels/llm: its checks, type promotion and scalar
// function. Another library registers faster functions for it, and then includes the same source:
//
//   ETK_FASTER("_softmax.out", SoftmaxFunction, vec::softmax);
//
//   #include "portable/op_softmax.cpp"
//
// The patterns look up functions by the name of the operator and a type: `faster<kOp, SoftmaxFunction>()`. In
// a source that registers none, that is a null pointer known at compile time, which costs nothing.
#pragma once

#include "etk/base/selected_dtypes.h"

namespace etk {

/// A hash of the name of an operator, FNV-1a.
constexpr uint64_t hash_of(const char* name) {
  uint64_t key = 14695981039346656037u;
  for (; *name; ++name) {
    key = (key ^ static_cast<unsigned char>(*name)) * 1099511628211u;
  }
  return key;
}

/// ETK_FASTER specializes this. `kUnit` has internal linkage, so that each source has its own template, and
/// libraries in one app do not share specializations.
template <uint64_t kKey, typename T, const char* kUnit = kAnyOperator>
struct Faster {
  static constexpr bool kIsRegistered = false;
  static constexpr T get() {
    return T();
  }
};

/// The T that is registered for operator `kOp`; T() if there is none.
template <const char* kOp, typename T>
constexpr auto faster() {
  return Faster<hash_of(kOp), T>::get();
}

/// The function of this type that is registered for operator `kOp`; `function` if there is none.
template <const char* kOp, typename T>
constexpr T faster_or(T function) {
  if constexpr (Faster<hash_of(kOp), T>::kIsRegistered) {
    // Null if the build selects none of its dtypes. With sanitizers, GCC does not compare addresses in
    // constant expressions.
    const T candidate = faster<kOp, T>();
    return candidate ? candidate : function;
  } else {
    return function;
  }
}

/// Calls the function of this type that is registered for operator `kOp`; false if there is none.
template <const char* kOp, typename T, typename... Args>
ETK_INLINE bool try_faster([[maybe_unused]] Args&&... args) {
  if constexpr (Faster<hash_of(kOp), T>::kIsRegistered) {
    const T function = faster<kOp, T>();
    return function && function(static_cast<Args&&>(args)...);
  } else {
    return false;
  }
}

// Registers a value of the type for operator `op`, named as in functions.yaml. The value can use kOp, which
// is that name. Comes before the source of the operator.
#define ETK_FASTER(op, type, ...) ETK_FASTER_OF(op, type, type, __VA_ARGS__)
#define ETK_FASTER_OF(op, type, subtype, ...)                    \
  namespace etk {                                                \
  template <>                                                    \
  struct Faster<hash_of(op), type> {                             \
    [[maybe_unused]] static constexpr char kOp[] = op;           \
    [[maybe_unused]] static constexpr bool kIsRegistered = true; \
    static constexpr subtype get() {                             \
      return __VA_ARGS__;                                        \
    }                                                            \
  };                                                             \
  }                                                              \
  static_assert(true, "takes the semicolon")

}  // namespace etk
