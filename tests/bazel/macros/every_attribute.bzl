"""Calls every macro with the same attributes."""

load(
    "//rules:defs.bzl",
    "et_backend_library",
    "et_kernel_library",
    "et_kernel_test",
    "et_model_test",
    "et_operator_library",
    "et_registry_header",
    "et_shader_custom_op",
    "et_size_test",
    "executorch_generated_lib",
    "executorch_ops_check",
    "exir_custom_ops_aot_lib",
    "merge_yaml",
)

_CUSTOM_OPS = "//tests/kernels/custom:ops.yaml"
_MODEL = "//examples/models:add_mul_relu.pte"

def every_attribute(name, **kwargs):
    """Calls every macro, once.

    Args:
      name: str, what the names of all targets begin with.
      **kwargs: attributes that every rule has.
    """
    et_operator_library(name = name + "_ops", model = _MODEL, **kwargs)
    et_backend_library(name = name + "_backend", backends = ["DemoBackend"], deps = ["//:runtime"], **kwargs)
    et_kernel_library(name = name + "_my_kernels", custom_ops_yaml = _CUSTOM_OPS, **kwargs)
    executorch_generated_lib(
        name = name + "_kernels",
        custom_ops_yaml_target = _CUSTOM_OPS,
        define_static_targets = True,
        deps = [name + "_ops", "//kernels/portable"],
        **kwargs
    )
    merge_yaml(name = name + "_merged", functions_yaml = _CUSTOM_OPS, **kwargs)
    exir_custom_ops_aot_lib(name = name + "_aot_lib", yaml_target = _CUSTOM_OPS, **kwargs)
    et_shader_custom_op(name = name + "_shader", srcs = [], custom_ops_yaml = _CUSTOM_OPS, **kwargs)
    et_registry_header(name = name + "_header", deps = [name + "_kernels"], **kwargs)
    executorch_ops_check(name = name + "_ops_check", model = _MODEL, deps = [name + "_kernels"], **kwargs)
    et_model_test(name = name + "_model_test", model = _MODEL, deps = [name + "_kernels"], **kwargs)
    et_kernel_test(name = name + "_kernel_test", custom_ops_yaml = _CUSTOM_OPS, deps = [name + "_kernels"], **kwargs)
    et_size_test(name = name + "_size_test", budget = 1000, deps = [name + "_kernels"], **kwargs)
