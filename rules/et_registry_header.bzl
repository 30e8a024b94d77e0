"""Sizes the registry of a runtime that is compiled from source."""

load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("//rules/private:registry_header.bzl", "registry_header")

def et_registry_header(name, deps, more_kernels = 0, visibility = None, **kwargs):
    """Makes a library of the header that tells the runtime how many kernels a binary registers.

    If `<executorch/runtime/kernel/selected_max_kernel_num.h>` is on the include path, `operator_registry.cpp` includes
    it; without it, the registry has a capacity of 2,000 kernels. The header has the number of kernels that are actually
    registered by all registration libraries of the binary, and by the runtime itself.

    Args:
      name: str.
      deps: list[Label], all libraries of the binary that register kernels.
      more_kernels: int, kernels that the binary registers in other ways, such as EXECUTORCH_LIBRARY.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as tags and testonly.
    """
    registry_header(
        name = name + "_generated",
        more_kernels = more_kernels,
        visibility = ["//visibility:private"],
        deps = deps,
        **kwargs
    )
    cc_library(
        name = name,
        hdrs = [name + "_generated"],
        includes = [name + "_generated"],
        visibility = visibility,
        **kwargs
    )
