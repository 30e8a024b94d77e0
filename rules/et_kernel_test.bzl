"""Tests that kernels give the right results."""

load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("//rules/private:choices.bzl", "text_of")
load("//rules/private:common_attributes.bzl", "of_a_part")
load("//rules/private:kernel_test.bzl", "kernel_test")

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
      functions_yaml: Label, a yaml file with the ATen operators to test.
      custom_ops_yaml: Label, a yaml file with other operators to test.
      deps: list[Label], the libraries of the program, including an executorch_generated_lib.
      reference: Label, a Python file that imports only the standard library.
      samples: list[Label], files of recorded samples, to replay instead of drawing calls.
      ops: list[str], operators to test; by default all operators in the yaml files, or all with samples.
      dtypes: list[str], the dtypes that each kernel must support, such as `Float`; by default all dtypes are tried,
        and a kernel may refuse some of them.
      most: int, the number of calls to draw for each operator and dtype.
      seed: int, the seed of the random numbers.
      rtol: str, relative tolerance of floating-point results; the default depends on the dtype.
      atol: str, absolute tolerance; set both tolerances or none.
      data: list[Label], other files that the test needs.
      args: list[str], more flags of `python -m kernel_testing`.
      **kwargs: common attributes of tests, such as size and tags.
    """
    host = name + "_host"
    cc_binary(
        name = host,
        deps = deps + [Label("//kernels/testing:kernel_host")],
        **of_a_part(kwargs, testonly = True)
    )
    kernel_test(
        name = name,
        args = args,
        atol = text_of(atol),
        custom_ops_yaml = custom_ops_yaml,
        data = data,
        dtypes = dtypes,
        functions_yaml = functions_yaml,
        host = host,
        most = most,
        ops = ops,
        reference = reference,
        rtol = text_of(rtol),
        samples = samples,
        seed = seed,
        **kwargs
    )
