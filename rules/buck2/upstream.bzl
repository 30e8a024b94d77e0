"""For files that are written for ExecuTorch's own Buck macros: what they load from its codegen.bzl and runtime_wrapper.bzl.

    load(
        "@rules_executorch//rules/buck2:upstream.bzl",
        "ScalarType",
        "et_operator_library",
        "executorch_generated_lib",
        "runtime",
    )

Labels in `//executorch/` are understood. For parameters without effect, the build prints a line that says
what becomes of them. New files should load defs.bzl.
"""

load("//rules/buck2:et_operator_library.bzl", _et_operator_library = "et_operator_library")
load("//rules/buck2:executorch_generated_lib.bzl", _executorch_generated_lib = "executorch_generated_lib")
load("//rules/buck2:executorch_ops_check.bzl", _executorch_ops_check = "executorch_ops_check")
load("//rules/buck2:exir_custom_ops_aot_lib.bzl", _exir_custom_ops_aot_lib = "exir_custom_ops_aot_lib")
load("//rules/buck2/private:etgen.bzl", "package_label")
load("//rules/common:upstream.bzl", "kernel_library", "scalar_type")
load("//rules/common:upstream_labels.bzl", "translate", "translate_cxx", "translate_label")

# ScalarType("Float"), for ops_dict.
ScalarType = scalar_type  # buildifier: disable=name-conventions

def _ours(label):
    return "rules_executorch" + label

def _label(label):
    return translate_label(label, _ours)

def _visibility(patterns):
    return [_label(pattern) if ":" in pattern else pattern.replace("//executorch/", "//") for pattern in patterns or []]

def _translated(kwargs, translate_arguments = translate):
    result = translate_arguments(kwargs, _label)
    if "visibility" in result:
        result["visibility"] = _visibility(result["visibility"])
    return result

def _cxx_library(**kwargs):
    native.cxx_library(**_translated(kwargs, translate_cxx))

def _cxx_binary(**kwargs):
    # So that the runtime's shared library is found.
    native.cxx_binary(**({"runtime_dependency_handling": "symlink"} | _translated(kwargs, translate_cxx)))

def _cxx_test(**kwargs):
    native.cxx_test(**({"runtime_dependency_handling": "symlink"} | _translated(kwargs, translate_cxx)))

def _export_file(**kwargs):
    native.export_file(**_translated(kwargs))

def _filegroup(**kwargs):
    native.filegroup(**_translated(kwargs))

def _genrule(macros_only = None, **kwargs):
    _unused = macros_only  # @unused
    native.genrule(**_translated(kwargs, translate_cxx))

runtime = struct(
    cxx_binary = _cxx_binary,
    cxx_library = _cxx_library,
    cxx_test = _cxx_test,
    export_file = _export_file,
    filegroup = _filegroup,
    genrule = _genrule,
    is_oss = True,
)

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
    return {"link_style": "static"}

def get_portable_lib_deps():
    """The dependencies of sources of portable kernels.

    Returns:
      list[str].
    """
    return [_ours("//:headers")]

def get_optimized_lib_deps():
    """The dependencies of sources of optimized kernels.

    Returns:
      list[str].
    """
    return [_ours("//:headers"), _ours("//:highway")]

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
    library = _ours(kernel_library(macro, package_label(name), kwargs))
    native.alias(name = name, actual = library, visibility = _visibility(visibility), **kwargs)
