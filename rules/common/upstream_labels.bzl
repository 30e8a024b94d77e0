"""Translates labels in files written for ExecuTorch's own Buck macros, for Bazel and Buck2."""

# The targets that replace targets of ExecuTorch's repository, by their labels without `//executorch/`.
_TARGETS = {
    "examples/portable/executor_runner:executor_runner_lib": "//tools/model_runner:model_runner",
    "kernels/optimized:optimized-oss.yaml": "//kernels/optimized:functions.yaml",
    "kernels/optimized:optimized.yaml": "//kernels/optimized:functions.yaml",
    "kernels/optimized:optimized_operators": "//kernels/optimized:optimized",
    "kernels/portable:executorch_all_ops": "//kernels/portable:executorch_all_ops",
    "kernels/portable:functions.yaml": "//kernels/portable:functions.yaml",
    "kernels/portable:operators": "//kernels/portable:portable",
    "kernels/quantized:quantized.yaml": "//kernels/quantized:quantized.yaml",
    "kernels/quantized:quantized_operators": "//kernels/quantized:quantized",
}

# Parameters of the C++ rules of ExecuTorch's runtime_wrapper.bzl that have no effect outside of Meta.
_OF_CXX_RULES = [
    "_is_external_target",
    "apple_sdks",
    "contacts",
    "define_static_target",
    "define_static_targets",
    "external_deps",
    "fbcode_deps",
    "feature",
    "platforms",
    "supports_python_dlopen",
    "use_static_deps",
]

# Parameters that are labels or lists of labels.
_LABELS = [
    "actual",
    "custom_ops_yaml_target",
    "data",
    "deps",
    "exported_deps",
    "exported_headers",
    "fallback_yaml_target",
    "functions_yaml_target",
    "headers",
    "kernel_deps",
    "kernels",
    "model",
    "models",
    "ops_schema_yaml_target",
    "server_generated_yaml_target",
    "srcs",
    "xplat_deps",
    "yaml_target",
]

def translate(kwargs, label):
    """The arguments of a macro of ExecuTorch, with translated labels.

    Args:
      kwargs: dict.
      label: function that makes a label of one in a file of ExecuTorch.

    Returns:
      dict.
    """
    result = dict(kwargs)
    for parameter in _LABELS:
        value = result.get(parameter)
        if type(value) == type(""):
            result[parameter] = label(value)
        elif type(value) == type([]):
            result[parameter] = _without_duplicates([label(each) for each in value])
        elif type(value) == type({}):
            result[parameter] = {key: label(each) for key, each in value.items()}
    return result

def translate_cxx(kwargs, label):
    """The arguments of a C++ rule of ExecuTorch's runtime_wrapper.bzl, with translated labels.

    Args:
      kwargs: dict.
      label: function, see translate.

    Returns:
      dict.
    """
    result = translate(kwargs, label)
    more = result.pop("xplat_deps", [])
    for parameter in _OF_CXX_RULES:
        result.pop(parameter, None)
    if more:
        result["deps"] = _without_duplicates(result.get("deps", []) + more)
    return result

def _without_duplicates(values):
    """Removes duplicates: two targets of ExecuTorch may be one target here."""
    result = []
    for value in values:
        if value not in result:
            result.append(value)
    return result

def translate_label(label, ours):
    """Translates a label of a file written for ExecuTorch's macros.

    Targets of ExecuTorch's repository become the targets that replace them. Other labels in `//executorch/`
    become labels of the project, without that prefix, which ExecuTorch's own macros also drop outside of
    Meta.

    Args:
      label: str.
      ours: function that makes a label of a target of this repository, such as `//kernels/portable:portable`.

    Returns:
      str.
    """
    prefix = "//executorch/"
    if not label.startswith(prefix):
        return label
    rest = label[len(prefix):]
    if ":" not in rest:
        rest += ":" + rest.rpartition("/")[2]
    if rest.startswith("runtime/"):
        return ours("//:runtime")
    return ours(_TARGETS[rest]) if rest in _TARGETS else "//" + rest
