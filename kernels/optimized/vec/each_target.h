// Compiles the source that includes this once for each SIMD target, as Highway does it:
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "op_example.cpp"  // the source itself
//   #include "vec/each_target.h"
//
// There is one target, that of the compiler's flags, unless ETK_RUNTIME_DISPATCH is defined. Of all that
// Highway has for x86, SSE2, AVX2 and AVX-512 are compiled then: the others gain little for what they cost in
// bytes. SVE processors run the code for NEON: the microkernels keep vectors in arrays, which SVE's cannot be
// in.
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
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_AVX10_2 | HWY_ALL_SVE | HWY_RVV)
#endif

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#ifndef ETK_VEC_EXPORT
/// As HWY_EXPORT, and makes `<function>_pointer`, whose objects return the address of the function for this
/// processor. Unlike Highway's own macros it can be named from other namespaces.
#define ETK_VEC_EXPORT(function) ETK_VEC_EXPORT_AT_COST(function, 1)

/// The same for a function that takes this many times as long for a float as an addition.
#define ETK_VEC_EXPORT_AT_COST(function, cost) \
  HWY_EXPORT(function);                        \
  struct function##_pointer {                  \
    static constexpr size_t kCost = cost;      \
    auto operator()() const {                  \
      return HWY_DYNAMIC_POINTER(function);    \
    }                                          \
  }
#endif
