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
    """Tests that a binary has no more bytes than it may, by section and by operator.

        et_size_test(
            name = "size_test",
            budget = "budget.yaml",
            deps = [":kernels"],  # an executorch_generated_lib
        )

    A failure shows what grew. `bazel run :size_test -- --update` writes what it is now to the budget's file; begin with
    an empty one.

    Sizes are those of the flags that the test is built with: choose the ones you ship with, and keep to them. What runs
    is `etgen size`; tools/README.md has the form of the file.

    Args:
      name: str.
      deps: list[Label], the registration libraries (`executorch_generated_lib`) of the binary.
      binary: Label, a binary that is linked with `deps`. By default it is a program that runs models; then the
        baseline is that program without kernels, and the test is of what they add to an app.
      baseline: Label, the binary without kernels. If there is one, sizes are differences to it.
      budget: int, the bytes of code and initialised data; or a dict[str, int] by `total`, `text`, `data`, `bss` or
        the name of a section, such as `.rodata`; or the Label of a file. In a select() of dicts, here and in `ops`,
        the bytes are strings: Bazel has no attribute for a dict of numbers.
      ops: dict[str, int], bytes of operators, such as `aten::add.out`. All overloads of an operator share its source.
      tolerance: str, how far a budget may be exceeded: bytes, or percent such as "2%". A file has its own.
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
