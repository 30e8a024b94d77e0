"""Tests that kernels give the right results."""

load("//rules/buck2/private:command_test.bzl", "command_test")
load("//rules/common:check_argv.bzl", "as_text", "kernel_test_flags")

def et_kernel_test(
        name,
        functions_yaml = None,
        custom_ops_yaml = None,
        deps = [],
        reference = None,
        samples = [],
        ops = [],
        dtypes = [],
        most = None,
        seed = None,
        rtol = None,
        atol = None,
        data = [],
        args = [],
        visibility = None,
        **kwargs):
    """Tests each kernel of a registration library for wrong results, invalid calls, memory errors, crashes and endless loops.

    Kernels are called through the runtime's registry, in a separate process. Expected results come from a Python file
    with functions named after operators, for which calls are drawn from the operators' schemas, or from samples that were
    recorded with PyTorch. Neither needs PyTorch when the test runs.

        et_kernel_test(
            name = "my_kernels_test",
            custom_ops_yaml = "my_ops.yaml",
            reference = "my_reference.py",
            deps = [":my_kernels"],  # an executorch_generated_lib
        )

    The rule also defines `<name>_host`, the program that calls the kernels. The log of a failed test contains a command
    that repeats a single call. kernels/testing/README.md explains how to record samples.

    Args:
      name: str.
      functions_yaml: source, a yaml file with the ATen operators to test.
      custom_ops_yaml: source, a yaml file with other operators to test.
      deps: list[dep], the libraries of the program, including an executorch_generated_lib.
      reference: source, a Python file that imports only the standard library.
      samples: list[source], files of recorded samples, to replay instead of drawing calls.
      ops: list[str], operators to test; by default all operators in the yaml files, or all with samples.
      dtypes: list[str], the dtypes that each kernel must support, such as `Float`; by default all dtypes are tried,
        and a kernel may refuse some of them.
      most: int, the number of calls to draw for each operator and dtype.
      seed: int, the seed of the random numbers.
      rtol: str, relative tolerance of floating-point results; the default depends on the dtype.
      atol: str, absolute tolerance; set both tolerances or none.
      data: list[source], other files that the test needs.
      args: list[str], more flags of `python -m kernel_testing`.
      visibility: the visibility of the test.
      **kwargs: common attributes, such as labels.
    """
    native.cxx_binary(
        name = name + "_host",
        link_style = "static",
        runtime_dependency_handling = "symlink",
        deps = deps + ["rules_executorch//kernels/testing:kernel_host"],
        **kwargs
    )
    files = [(["--samples"], file) for file in samples]
    for flag, file in [
        ("--functions-yaml", functions_yaml),
        ("--custom-ops-yaml", custom_ops_yaml),
        ("--reference", reference),
    ]:
        if file:
            files.append(([flag], file))
    command_test(
        name = name,
        args = as_text(kernel_test_flags(ops, most, seed, rtol, atol, dtypes)) + args,
        data = data,
        executable = "rules_executorch//kernels/testing:kernel_testing",
        flagged_files = files,
        flagged_programs = [(["--host"], ":{}_host".format(name))],
        visibility = visibility,
        **kwargs
    )
