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
    """Tests that a binary stays within a budget of bytes, by section and by operator.

        et_size_test(
            name = "size_test",
            budget = "budget.yaml",
            deps = [":kernels"],  # an executorch_generated_lib
        )

    A failure shows what grew. `buck2 run :size_test -- --update` writes the current sizes to the budget file; begin with
    an empty file.

    Sizes depend on the flags that the test is built with: always use the flags that you ship with. The test runs `etgen
    size`; tools/README.md describes the format of the file.

    Args:
      name: str.
      deps: list[dep], the registration libraries (`executorch_generated_lib`) of the binary.
      binary: dep, a binary that is linked with `deps`. By default it is a program that runs models. The baseline is
        then the same program without kernels, and the test measures what the kernels add to an app.
      baseline: dep, the binary without kernels. If it is given, sizes are differences from it.
      budget: int, the bytes of code and initialised data; or a dict[str, int] by `total`, `text`, `data`, `bss` or
        the name of a section, such as `.rodata`; or a file.
      ops: dict[str, int], bytes of operators, such as `aten::add.out`. All overloads of an operator share its source.
      tolerance: str, how far a budget may be exceeded: bytes, or percent such as "2%". A budget file has its own
        tolerance.
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
