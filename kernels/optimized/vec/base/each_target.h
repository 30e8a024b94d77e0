// Compiles the including source once for each SIMD target with Highway's foreach_target.h:
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "op_example.cpp"  // the source itself
//   #include "vec/base/each_target.h"
//
// If several such sources are compiled as one translation unit (`sources_per_unit`), etgen sets
// HWY_TARGET_INCLUDE to the file of that unit instead.
//
// By default the only target is the one of the compiler's flags. With ETK_RUNTIME_DISPATCH, the sources are
// compiled for SSE2, AVX2 and AVX-512, or for NEON and SVE of any vector length; Highway's other targets gain
// little speed for their size. SVE requires GCC 10 or Clang 20 and is not available on Apple's systems:
// without it, the code for NEON runs.
//
// This file has no include guard because each target needs the code below.

#if !defined(ETK_RUNTIME_DISPATCH) && !defined(HWY_COMPILE_ONLY_STATIC)
#define HWY_COMPILE_ONLY_STATIC
#endif

// By default Highway requires AES for AVX2, so that -march=x86-64-v3, which lacks AES, would get SSE2. No
// kernel uses AES.
#ifndef HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_PCLMUL_AES
#endif

// A source that defines ETK_VEC_DOTS_OF_BYTES is compiled for AVX-512 with dot products of bytes as well.
#ifndef HWY_DISABLED_TARGETS
#ifdef ETK_VEC_DOTS_OF_BYTES
#define ETK_VEC_DISABLED_DOTS 0
#else
#define ETK_VEC_DISABLED_DOTS HWY_AVX3_DL
#endif
#define ETK_VEC_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | ETK_VEC_DISABLED_DOTS | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_AVX10_2 | HWY_RVV)
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
/// Like HWY_EXPORT, and also defines `<function>_pointer`, a class whose objects return the address of the
/// function for this processor. Unlike Highway's own macros, it can be used from other namespaces.
#define ETK_VEC_EXPORT(function) ETK_VEC_EXPORT_AT_COST(function, 1)

/// ETK_VEC_EXPORT for a function that needs `cost` times as long per float as an addition.
#define ETK_VEC_EXPORT_AT_COST(function, cost) ETK_VEC_EXPORT_AS(function, cost, kOfFloats)

// The variants for elementwise functions that do not compute only floats: `kinds` are the kinds of dtypes.
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
