"""The rule behind et_size_test."""

load("//rules:providers.bzl", "EtRegistrationInfo")
load("//rules/common:check_argv.bzl", "as_text", "size_flags")
load(":etgen.bzl", "display_label")
load(":python_tool.bzl", "PYTHON_ATTRS", "python_launcher")

# The default of `budget_total`.
_UNSAID = -1

def _size_test_impl(ctx):
    flags = ["size", "--label", display_label(ctx.label)]
    files = []
    for flag, given in [
        ("--binary", ctx.files.binary),
        ("--baseline", ctx.files.baseline),
        ("--budget", ctx.files.budget_file),
    ] + [
        (flag, files_of_group.to_list())
        for dep in ctx.attr.deps
        for flag, files_of_group in [
            ("--resolution", dep[OutputGroupInfo].resolution),
            ("--archive", dep[OutputGroupInfo].archives),
        ]
    ]:
        for file in given:
            flags += [flag, file.short_path]
            files.append(file)
    limits = dict(ctx.attr.ops)
    limits.update(ctx.attr.budget_parts)
    if ctx.attr.budget_total != _UNSAID:
        limits["total"] = str(ctx.attr.budget_total)
    flags += as_text(size_flags(limits, ctx.attr.tolerance))
    return [python_launcher(
        ctx,
        "etgen",
        ctx.files._etgen,
        ["tools"],
        flags,
        files,
        ctx.attr.data + [target for target in [ctx.attr.binary, ctx.attr.baseline] if target],
    )]

size_test = rule(
    doc = "A test of the size of a binary; see et_size_test.",
    implementation = _size_test_impl,
    attrs = dict(
        PYTHON_ATTRS,
        baseline = attr.label(doc = "The binary without kernels.", allow_single_file = True),
        binary = attr.label(doc = "The binary.", allow_single_file = True, mandatory = True),
        budget_file = attr.label(doc = "A file with the budget.", allow_single_file = True),
        budget_parts = attr.string_dict(doc = "The bytes of parts."),
        budget_total = attr.int(doc = "The bytes of all of it.", default = _UNSAID),
        data = attr.label_list(doc = "What else the test needs.", allow_files = True),
        deps = attr.label_list(doc = "The registration libraries.", providers = [EtRegistrationInfo]),
        ops = attr.string_dict(doc = "The bytes of operators."),
        tolerance = attr.string(doc = "How far a budget may be exceeded."),
        _etgen = attr.label(default = Label("//tools:etgen_sources")),
    ),
    test = True,
)
