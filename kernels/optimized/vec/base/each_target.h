// Compiles the source that includes this once for each SIMD target, as Highway does it:
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "op_example.cpp"  // the source itself
//   #include "vec/base/each_target.h"
//
// Where several such sources are compiled as one (`sources_per_unit`), etgen has them name their unit
// instead.
//
// There is one target, that of the compiler's flags, unless ETK_RUNTIME_DISPATCH is defined. Of all that
// Highway has, SSE2, AVX2 and AVX-512 are compiled then, or NEON and SVE, of any length: the others gain
// little for what they cost in bytes. SVE takes GCC 10 or Clang 20, and is not on Apple's systems: elsewhere
// Highway has none of it, and the code for NEON runs.
//
// No guard: each target needs what is below.

#if !defined(ETK_RUNTIME_DISPATCH) && !defined(HWY_COMPILE_ONLY_STATIC)
#define HWY_COMPILE_ONLY_STATIC
#endif

// Without this Highway takes AVX2 only where there is AES as well: -march=x86-64-v3, which has none, would
// get SSE2. Nothing here uses AES.
#ifndef HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_PCLMUL_AES
#endif

#ifndef HWY_DISABLED_TARGETS
#define ETK_VEC_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_AVX10_2 | HWY_RVV)
#ifdef ETK_RUNTIME_DISPATCH
#define HWY_DISABLED_TARGETS \
  (ETK_VEC_DISABLED_TARGETS | HWY_NEON | HWY_NEON_BF16 | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#else
#define HWY_DISABLED_TARGETS ETK_VEC_DISABLED_TARGETS
#endif
#endif

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "vec/base/kinds.h"  // IWYU pragma: keep

#ifndef ETK_VEC_EXPORT
/// As HWY_EXPORT, and makes `<function>_pointer`, whose objects return the address of the function for this
/// processor. Unlike Highway's own macros it can be named from other namespaces.
#define ETK_VEC_EXPORT(function) ETK_VEC_EXPORT_AT_COST(function, 1)

/// ETK_VEC_EXPORT for a function that takes this many times as long for a float as an addition.
#define ETK_VEC_EXPORT_AT_COST(function, cost) ETK_VEC_EXPORT_AS(function, cost, kOfFloats)

// Those of the elementwise pattern say what they compute, if that is not floats alone.
#define ETK_VEC_EXPORT_NUMBERS(function) ETK_VEC_EXPORT_NUMBERS_AT_COST(function, 1)
#define ETK_VEC_EXPORT_NUMBERS_AT_COST(function, cost) \
  ETK_VEC_EXPORT_AS(function, cost, kOfFloats | kOfIntegers)
#define ETK_VEC_EXPORT_INTEGERS(function) ETK_VEC_EXPORT_AS(function, 1, kOfIntegers)
#define ETK_VEC_EXPORT_BITS(function) ETK_VEC_EXPORT_AS(function, 1, kOfIntegers | kOfBools)
#define ETK_VEC_EXPORT_ALL(function) ETK_VEC_EXPORT_AS(function, 1, kOfFloats | kOfIntegers | kOfBools)

#define ETK_VEC_EXPORT_AS(function, cost, kinds) \
  HWY_EXPORT(function);                          \
  struct function##_pointer {                    \
    static constexpr size_t kCost = cost;        \
    static constexpr unsigned kKinds = kinds;    \
    auto operator()() const {                    \
      return HWY_DYNAMIC_POINTER(function);      \
    }                                            \
  }
#endif
