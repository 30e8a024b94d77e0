"""Calls every macro with a select() for every parameter, wherever Bazel takes one."""

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

_ADD_MUL_RELU = "//examples/models:add_mul_relu"
_CUSTOM = "//tests/kernels/custom:"

def either(opt, debug):
    """A select() between two values, by the compilation mode.

    Args:
      opt: the value in all modes but dbg.
      debug: that in dbg.

    Returns:
      select.
    """
    return select({
        "//tests/bazel/macros:debug": debug,
        "//conditions:default": opt,
    })

def every_select(name):
    """Calls every macro, once for each type that a parameter may have.

    Args:
      name: str, what the names of all targets begin with.
    """
    et_operator_library(
        name = name + "_ops",
        include_all_operators = either(False, True),
        include_all_ops = either(False, False),
        model = either(_ADD_MUL_RELU + ".pte", None),
        models = either([], ["//examples/models:linear_relu_add.pte"]),
        ops = either([], ["aten::sub.out"]),
        ops_dict = either({"custom::scaled_add.out": ["Float"]}, {}),
        ops_schema_yaml_target = either(None, _CUSTOM + "ops.yaml"),
    )
    et_operator_library(
        name = name + "_all_ops",
        include_all_operators = either(False, False),
        include_all_ops = either(True, True),
    )
    et_kernel_library(
        name = name + "_my_kernels",
        srcs = either([_CUSTOM + "op_scaled_add.cpp"], []),
        hdrs = either([], []),
        custom_ops_yaml = either(_CUSTOM + "ops.yaml", None),
        functions_yaml = either(None, "//kernels/portable:functions.yaml"),
        library = either("mine", "mine_in_debug"),
        place = either("cpu", "gpu"),
        deps = either(["//:headers"], ["//:headers"]),
    )
    et_backend_library(
        name = name + "_backend",
        backends = either(["OneBackend"], ["OtherBackend"]),
        deps = either(["//tests/backends:device_cc"], ["//tests/backends:promise_cc"]),
    )
    merge_yaml(
        name = name + "_merged",
        fallback_yaml = either(_CUSTOM + "ops.yaml", "//kernels/portable:functions.yaml"),
        fill_gaps = either(True, False),
        functions_yaml = either("//kernels/portable:functions.yaml", _CUSTOM + "ops.yaml"),
    )
    merge_yaml(
        name = name + "_merged_several",
        fallback_yaml = either([_CUSTOM + "ops.yaml"], []),
        functions_yaml = either("//kernels/portable:functions.yaml", _CUSTOM + "ops.yaml"),
    )
    executorch_generated_lib(
        name = name + "_kernels",
        call_selective_build = either(True, False),
        compiler_flags = either(["-DOPT"], ["-DDEBUG"]),
        custom_ops_yaml_target = either(None, _CUSTOM + "ops.yaml"),
        dtype_selective_build = either(True, False),
        fallback_yaml_target = either("//kernels/portable:functions.yaml", None),
        functions_yaml_target = either("//kernels/portable:functions.yaml", None),
        include_all_prim_ops = either(True, False),
        kernel_deps = either(["//kernels/portable"], []),
        manual_registration = either(False, True),
        place = either("cpu", "gpu"),
        prefer = either(["mine"], ["portable"]),
        sources_per_unit = either(1, 4),
        support_exceptions = either(True, False),
        deps = either([name + "_my_kernels"], ["//kernels/portable"]) + [name + "_ops"],
    )
    et_registry_header(
        name = name + "_registry_header",
        more_kernels = either(1, 2),
        deps = either([name + "_kernels"], ["//kernels:all_kernels"]),
    )
    exir_custom_ops_aot_lib(
        name = name + "_aot_lib",
        compiler_flags = either(["-DOPT"], ["-DDEBUG"]),
        functional_variants = either(True, False),
        kernels = either([name + "_my_kernels"], []),
        tags = ["manual"],
        yaml_target = either(_CUSTOM + "ops.yaml", _CUSTOM + "ops.yaml"),
        deps = either(["//:headers"], []),
    )
    et_shader_custom_op(
        name = name + "_shader",
        srcs = either(["//tests/bazel/errors:bias.comp"], []),
        custom_ops_yaml = either("//tests/bazel/errors:bias.yaml", _CUSTOM + "ops.yaml"),
        glslc = either("//tests/bazel/errors:bias.comp", None),
        references = either([], [_CUSTOM + "reference.py"]),
        tags = ["manual"],
        deps = either([], ["//tests/bazel/errors:bias.comp"]),
    )
    et_model_test(
        name = name + "_model_test",
        size = "small",
        args = either([], ["--method=forward"]),
        atol = either("1e-5", "1e-3"),
        data = either([], [_ADD_MUL_RELU + ".pte"]),
        data_files = either(["//tests/models/programs:external.ptd"], []),
        inputs = either(
            [
                _ADD_MUL_RELU + ".input0.npy",
                _ADD_MUL_RELU + ".input1.npy",
            ],
            [],
        ),
        method = either("forward", "backward"),
        model = either(_ADD_MUL_RELU + ".pte", None),
        models = either([], ["//examples/models:linear_relu_add.pte"]),
        outputs = either([_ADD_MUL_RELU + ".output0.npy"], []),
        rtol = either("1e-5", None),
        deps = either([name + "_kernels"], ["//kernels:all_kernels"]),
    )
    executorch_ops_check(
        name = name + "_ops_check",
        baseline = either([_ADD_MUL_RELU + ".pte"], [name + "_ops"]),
        model = either(_ADD_MUL_RELU + ".pte", None),
        models = either([], ["//examples/models:linear_relu_add.pte"]),
        deps = either([name + "_kernels"], ["//kernels:all_kernels"]),
    )
    et_kernel_test(
        name = name + "_kernel_test",
        size = "small",
        args = either(["--wrong=1"], []),
        atol = either("1e-5", None),
        custom_ops_yaml = either(_CUSTOM + "ops.yaml", None),
        data = either([], [_CUSTOM + "ops.yaml"]),
        dtypes = either(["Float"], []),
        functions_yaml = either(None, "//kernels/portable:functions.yaml"),
        most = either(2, 3),
        ops = either(["custom::scaled_add.out"], []),
        reference = either(_CUSTOM + "reference.py", None),
        rtol = either("1e-5", None),
        samples = either([], [_CUSTOM + "samples.jsonl.gz"]),
        seed = either(1, 0),
        deps = either([name + "_kernels"], ["//kernels:all_kernels"]),
    )
    et_size_test(
        name = name + "_size_test",
        size = "small",
        budget = either(
            {"total": "10000000"},
            {"total": "10"},
        ),
        ops = either({"aten::relu.out": "1000000"}, {}),
        tolerance = either("2%", "100"),
        deps = either([name + "_kernels"], ["//kernels:all_kernels"]),
    )
    et_size_test(
        name = name + "_binary_size_test",
        size = "small",
        args = either([], ["--nm=nm"]),
        baseline = either(name + "_size_test_baseline", None),
        binary = either(name + "_size_test_binary", name + "_size_test_binary"),
        budget = either("//tests/size:linear_relu_add.yaml", "//tests/size:linear_relu_add.yaml"),
        data = either([], [_CUSTOM + "ops.yaml"]),
        tags = ["manual"],
        deps = either([name + "_kernels"], [name + "_kernels"]),
    )
    et_size_test(
        name = name + "_total_size_test",
        size = "small",
        binary = name + "_size_test_binary",
        budget = either(10000000, 10),
        deps = [name + "_kernels"],
    )
