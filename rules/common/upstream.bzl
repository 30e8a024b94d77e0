"""Support for files that are written for ExecuTorch's own Buck macros, for Bazel and Buck2.

Parameters of ExecuTorch's macros that have no effect here are accepted; the build prints a line that says
what becomes of each.
"""

_NO_USE_OUTSIDE = "has no effect outside of Meta"
_ONE_TARGET = "has no effect: one target serves every way to link"

# For each macro, what becomes of its parameters. Parameters with None have an effect, which the macro
# documents.
_PARAMETERS = {
    "et_operator_library": {
        "_is_external_target": _NO_USE_OUTSIDE,
        "define_static_targets": _ONE_TARGET,
        "platforms": _NO_USE_OUTSIDE,
        "server_generated_yaml_target": None,
    },
    "executorch_generated_lib": {
        "aten_mode": "is always False: kernels use ExecuTorch's types",
        "custom_ops_aten_kernel_deps": "has no effect: custom_ops_<name> has the kernels of deps and kernel_deps",
        "custom_ops_requires_aot_registration": None,
        "custom_ops_requires_runtime_registration": None,
        "define_static_targets": None,
        "expose_operator_symbols": "has no effect: the symbols of kernels are not hidden",
        "fbcode_deps": _NO_USE_OUTSIDE,
        "feature": _NO_USE_OUTSIDE,
        "platforms": _NO_USE_OUTSIDE,
        "use_default_aten_ops_lib": "has no effect: it is for aten_mode = True",
        "xplat_deps": None,
    },
    "executorch_ops_check": {
        "define_static_target": _ONE_TARGET,
        "platforms": _NO_USE_OUTSIDE,
    },
    "exir_custom_ops_aot_lib": {
        "define_static_target": "has no effect: PyTorch loads a shared library",
        "platforms": _NO_USE_OUTSIDE,
        "support_exceptions": "is always True: PyTorch's code uses exceptions",
    },
}

_ATEN_MODE = "{} {}: aten_mode is not supported: kernels use ExecuTorch's types; exir_custom_ops_aot_lib makes them available as operators of PyTorch"

# The dtypes as ExecuTorch's macros spell them.
_SCALAR_TYPES = [
    "Byte",
    "Char",
    "Short",
    "Int",
    "Long",
    "Half",
    "Float",
    "Double",
    "ComplexHalf",
    "ComplexFloat",
    "ComplexDouble",
    "Bool",
    "QInt8",
    "QUInt8",
    "QInt32",
    "BFloat16",
    "QUInt4x2",
    "QUInt2x4",
    "Bits1x8",
    "Bits2x4",
    "Bits4x2",
    "Bits8",
    "Bits16",
    "Float8_e5m2",
    "Float8_e4m3fn",
    "Float8_e5m2fnuz",
    "Float8_e4m3fnuz",
    "UInt16",
    "UInt32",
    "Uint64",
]

def take_parameters(macro, name, kwargs):
    """Removes the parameters of ExecuTorch's macro from the arguments of the macro of the same name.

    Prints what becomes of parameters without effect. `aten_mode = True` is an error.

    Args:
      macro: str, the name of the macro.
      name: str, the label of the target, for messages.
      kwargs: dict, the arguments of the macro; modified.

    Returns:
      dict, the parameters among them that have an effect.
    """
    taken, lines = {}, []
    for parameter, meaning in _PARAMETERS[macro].items():
        if parameter not in kwargs:
            continue
        value = kwargs.pop(parameter)
        if parameter == "aten_mode" and value:
            fail(_ATEN_MODE.format(macro, name))
        if meaning == None:
            taken[parameter] = value
        else:
            lines.append("{} {}".format(parameter, meaning))
    if lines:
        print("{} {}: {}".format(macro, name, "; ".join(lines)))  # buildifier: disable=print
    return taken

def only_custom_ops(functions_yaml_target, custom_ops_yaml_target, parameters):
    """Whether an executorch_generated_lib is only used for its operators in PyTorch.

    Args:
      functions_yaml_target: what it is called with.
      custom_ops_yaml_target: likewise.
      parameters: dict, of take_parameters.

    Returns:
      bool.
    """
    at_runtime = parameters.get("custom_ops_requires_runtime_registration", True)
    return bool(custom_ops_yaml_target and not functions_yaml_target and not at_runtime)

def scalar_type(name):
    """ExecuTorch's `ScalarType("Float")`: a dtype for ops_dict.

    Args:
      name: str.

    Returns:
      str.
    """
    if name not in _SCALAR_TYPES:
        fail("ScalarType: unknown dtype {}; known dtypes are {}".format(repr(name), ", ".join(_SCALAR_TYPES)))

    # The spelling of ExecuTorch's macro.
    return "UInt64" if name == "Uint64" else name

# The kernel libraries that replace those of ExecuTorch's macros, and the parameters of these macros.
_KERNEL_LIBRARIES = {
    "build_optimized_lib": "//kernels/optimized:optimized",
    "build_portable_lib": "//kernels/portable:portable",
}
_OF_KERNEL_LIBRARIES = [
    "et_operator_lib_deps",
    "expose_operator_symbols",
    "feature",
    "oplist_header_name",
    "platforms",
    "portable_header_lib",
]

def kernel_library(macro, name, kwargs):
    """The kernel library that replaces build_portable_lib or build_optimized_lib.

    Args:
      macro: str, the name of the macro.
      name: str, the label of the target, for messages.
      kwargs: dict, the arguments of the macro; modified.

    Returns:
      str, the label of the kernel library in this repository.
    """
    for parameter in _OF_KERNEL_LIBRARIES:
        kwargs.pop(parameter, None)
    library = _KERNEL_LIBRARIES[macro]
    text = "{} {}: is {}; the executorch_generated_lib that has it in kernel_deps compiles the kernels for the dtypes that it selects"
    print(text.format(macro, name, library))  # buildifier: disable=print
    return library
