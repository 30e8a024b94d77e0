"""Sizes the registry of a runtime that is compiled from source."""

load("//rules/buck2/private:registry_header.bzl", "registry_header")
load("//rules/common:outputs.bzl", "REGISTRY_HEADER")

def et_registry_header(name, deps, more_kernels = 0, visibility = None, **kwargs):
    """Makes a library of the header that tells the runtime how many kernels a binary registers.

    If `<executorch/runtime/kernel/selected_max_kernel_num.h>` is on the include path, `operator_registry.cpp` includes
    it; without it, the registry has a capacity of 2,000 kernels. The header has the number of kernels that are actually
    registered by all registration libraries of the binary, and by the runtime itself.

    Args:
      name: str.
      deps: list[dep], all libraries of the binary that register kernels. Not a select.
      more_kernels: int, kernels that the binary registers in other ways, such as EXECUTORCH_LIBRARY.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as labels.
    """
    registry_header(
        name = name + "_generated",
        deps = deps,
        more_kernels = more_kernels,
        **kwargs
    )
    native.cxx_library(
        name = name,
        exported_headers = {REGISTRY_HEADER: ":{}_generated".format(name)},
        header_namespace = "",
        visibility = visibility,
        **kwargs
    )
