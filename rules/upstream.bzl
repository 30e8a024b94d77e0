"""For files that are written for ExecuTorch's own Buck macros: what they load from its codegen.bzl and runtime_wrapper.bzl.

    load(
        "@rules_executorch//rules:upstream.bzl",
        "ScalarType",
        "et_operator_library",
        "executorch_generated_lib",
        "native",
        "runtime",
    )

Labels in `//executorch/` and visibilities such as `PUBLIC` are understood. For parameters without effect, the
build prints a line that says what becomes of them. `native.read_config` returns its default, because Bazel
has no .buckconfig. New files should load defs.bzl.
"""

load("//rules:et_operator_library.bzl", _et_operator_library = "et_operator_library")
load("//rules:executorch_generated_lib.bzl", _executorch_generated_lib = "executorch_generated_lib")
load("//rules:executorch_ops_check.bzl", _executorch_ops_check = "executorch_ops_check")
load("//rules:exir_custom_ops_aot_lib.bzl", _exir_custom_ops_aot_lib = "exir_custom_ops_aot_lib")
load("//rules/common:upstream.bzl", "kernel_library", "scalar_type")
load("//rules/common:upstream_labels.bzl", "translate")
load("//rules/private:native_of_buck.bzl", _native = "native_of_buck")
load("//rules/private:upstream_cxx.bzl", "upstream_label", "upstream_runtime", "upstream_visibility")

native = _native

# ScalarType("Float"), for ops_dict.
ScalarType = scalar_type  # buildifier: disable=name-conventions
runtime = upstream_runtime

def is_xplat():
    """Whether this is a build inside of Meta.

    Returns:
      False.
    """
    return False

def get_oss_build_kwargs():
    """The arguments of binaries outside of Meta.

    Returns:
      dict.
    """
    return {}

def get_portable_lib_deps():
    """The dependencies of sources of portable kernels.

    Returns:
      list[str].
    """
    return [str(Label("//:headers"))]

def get_optimized_lib_deps():
    """The dependencies of sources of optimized kernels.

    Returns:
      list[str].
    """
    return [str(Label("//:headers")), str(Label("//:highway"))]

def _translated(kwargs):
    result = translate(kwargs, upstream_label)
    result["visibility"] = upstream_visibility(result.get("visibility"))
    return result

def et_operator_library(**kwargs):
    """See et_operator_library.bzl.

    Args:
      **kwargs: its arguments, and those of ExecuTorch's macro.
    """
    _et_operator_library(**_translated(kwargs))

def executorch_generated_lib(**kwargs):
    """See executorch_generated_lib.bzl.

    Args:
      **kwargs: its arguments, and those of ExecuTorch's macro.
    """
    _executorch_generated_lib(**_translated(kwargs))

def executorch_ops_check(**kwargs):
    """See executorch_ops_check.bzl.

    Args:
      **kwargs: its arguments, and those of ExecuTorch's macro.
    """
    _executorch_ops_check(**_translated(kwargs))

def exir_custom_ops_aot_lib(**kwargs):
    """See exir_custom_ops_aot_lib.bzl.

    Args:
      **kwargs: its arguments, and those of ExecuTorch's macro.
    """
    _exir_custom_ops_aot_lib(**_translated(kwargs))

def build_portable_lib(name, visibility = ["PUBLIC"], **kwargs):
    """The portable kernels, for the `kernel_deps` of executorch_generated_libs.

    Args:
      name: str.
      visibility: list[str], the visibility of the target.
      **kwargs: the other arguments of ExecuTorch's macro.
    """
    _kernel_library("build_portable_lib", name, visibility, kwargs)

def build_optimized_lib(name, visibility = ["PUBLIC"], **kwargs):
    """The optimized kernels, for the `kernel_deps` of executorch_generated_libs.

    Args:
      name: str.
      visibility: list[str], the visibility of the target.
      **kwargs: the other arguments of ExecuTorch's macro.
    """
    _kernel_library("build_optimized_lib", name, visibility, kwargs)

def _kernel_library(macro, name, visibility, kwargs):
    label = "//{}:{}".format(native.package_name(), name)
    native.alias(
        name = name,
        actual = Label(kernel_library(macro, label, kwargs)),
        visibility = upstream_visibility(visibility),
        **kwargs
    )
