"""Tests that kernels stay within a budget of bytes."""

load("//rules/buck2/private:size_test.bzl", "size_test")
load("//rules/common:check_argv.bzl", "as_text", "size_flags")

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

    A failure shows what grew. `buck2 run :size_test -- --update` writes what it is now to the budget's file; begin with
    an empty one.

    Sizes are those of the flags that the test is built with: choose the ones you ship with, and keep to them. What runs
    is `etgen size`; tools/README.md has the form of the file.

    Args:
      name: str.
      deps: list[dep], the registration libraries (`executorch_generated_lib`) of the binary.
      binary: dep, a binary that is linked with `deps`. By default it is a program that runs models; then the baseline
        is that program without kernels, and the test is of what they add to an app.
      baseline: dep, the binary without kernels. If there is one, sizes are differences to it.
      budget: int, the bytes of code and initialised data; or a dict[str, int] by `total`, `text`, `data`, `bss` or
        the name of a section, such as `.rodata`; or a file.
      ops: dict[str, int], bytes of operators, such as `aten::add.out`. All overloads of an operator share its source.
      tolerance: str, how far a budget may be exceeded: bytes, or percent such as "2%". A file has its own.
      args: list[str], more flags of `etgen size`, such as `--nm=aarch64-linux-gnu-nm`.
      data: list[source], other files that the test needs.
      **kwargs: common attributes, such as labels.
    """
    if not binary:
        binary, baseline = ":{}_binary".format(name), ":{}_baseline".format(name)
        for program, kernels in [(binary, deps), (baseline, [])]:
            native.cxx_binary(
                name = program[1:],
                link_style = "static",
                runtime_dependency_handling = "symlink",
                deps = kernels + ["rules_executorch//tools/model_runner:model_runner"],
                **kwargs
            )
    limits = dict(ops)
    files = [("--binary", binary)] + ([("--baseline", baseline)] if baseline else [])
    if type(budget) == type(0):
        limits["total"] = budget
    elif type(budget) == type({}):
        limits.update(budget)
    elif budget:
        files.append(("--budget", budget))
    size_test(
        name = name,
        args = as_text(size_flags(limits, tolerance)) + args,
        data = data,
        deps = deps,
        flagged_files = files,
        **kwargs
    )
