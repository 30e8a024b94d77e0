"""Tests that kernels stay within a budget of bytes."""

load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("//rules/private:choices.bzl", "text_of", "type_of")
load("//rules/private:common_attributes.bzl", "of_a_part")
load("//rules/private:size_test.bzl", "size_test")

def et_size_test(
        name,
        deps,
        binary = None,
        baseline = None,
        budget = None,
        ops = {},
        tolerance = None,
        args = [],
        data = [],
        **kwargs):
    """Tests that a binary stays within a budget of bytes, by section and by operator.

        et_size_test(
            name = "size_test",
            budget = "budget.yaml",
            deps = [":kernels"],  # an executorch_generated_lib
        )

    A failure shows what grew. `bazel run :size_test -- --update` writes the current sizes to the budget file; begin with
    an empty file.

    Sizes depend on the flags that the test is built with: always use the flags that you ship with. The test runs `etgen
    size`; tools/README.md describes the format of the file.

    Args:
      name: str.
      deps: list[Label], the registration libraries (`executorch_generated_lib`) of the binary.
      binary: Label, a binary that is linked with `deps`. By default it is a program that runs models. The baseline is
        then the same program without kernels, and the test measures what the kernels add to an app.
      baseline: Label, the binary without kernels. If it is given, sizes are differences from it.
      budget: int, the bytes of code and initialised data; or a dict[str, int] by `total`, `text`, `data`, `bss` or
        the name of a section, such as `.rodata`; or the Label of a file. In a select() of dicts, here and in `ops`,
        the bytes are strings: Bazel has no attribute type for a dict of integers.
      ops: dict[str, int], bytes of operators, such as `aten::add.out`. All overloads of an operator share its source.
      tolerance: str, how far a budget may be exceeded: bytes, or percent such as "2%". A budget file has its own
        tolerance.
      args: list[str], more flags of `etgen size`, such as `--nm=aarch64-linux-gnu-nm`.
      data: list[Label], other files that the test needs.
      **kwargs: common attributes of tests, such as tags.
    """
    if not binary:
        binary, baseline = name + "_binary", name + "_baseline"
        for program, kernels in [(binary, deps), (baseline, [])]:
            cc_binary(
                name = program,
                deps = kernels + [Label("//tools/model_runner")],
                **of_a_part(kwargs, testonly = True)
            )
    kind = type_of(budget)
    size_test(
        name = name,
        args = args,
        baseline = baseline,
        binary = binary,
        budget_file = None if kind in ["dict", "int"] else budget,
        budget_parts = text_of(budget) if kind == "dict" else None,
        budget_total = budget if kind == "int" else None,
        data = data,
        ops = text_of(ops),
        tolerance = text_of(tolerance),
        deps = deps,
        **kwargs
    )
