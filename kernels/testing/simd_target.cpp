// The environment variable KERNEL_HOST_SIMD selects the Highway target that kernels use, such as AVX2, in a
// build that has several. Ends the process if the target does not exist, or this processor does not support
// it.

#ifdef ETK_RUNTIME_DISPATCH

#include "hwy/targets.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

bool choose_target() {
  const char* name = std::getenv("KERNEL_HOST_SIMD");
  if (!name) {
    return false;
  }
  for (int64_t left = hwy::SupportedTargets(); left; left &= left - 1) {
    const int64_t target = left & -left;
    if (std::strcmp(hwy::TargetName(target), name) == 0) {
      // Sources that are not compiled for it use the best of the lesser ones, whose bits are higher.
      hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() & ~(target - 1));
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      return true;
    }
  }
  std::fprintf(stderr, "ERROR: KERNEL_HOST_SIMD=%s: this processor does not support it\n", name);
  std::_Exit(1);
}

[[maybe_unused]] const bool chosen = choose_target();

}  // namespace

#endif  // ETK_RUNTIME_DISPATCH
