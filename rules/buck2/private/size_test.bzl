"""The rule behind et_size_test."""

load("//rules/buck2:providers.bzl", "EtRegistrationInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label")

def _size_test_impl(ctx):
    command = cmd_args(
        ctx.attrs._etgen[RunInfo],
        "size",
        "--label",
        display_label(ctx),
        [[flag, file] for flag, file in ctx.attrs.flagged_files],
        ctx.attrs.args,
        hidden = ctx.attrs.data,
    )
    for dep in ctx.attrs.deps:
        command.add("--resolution", dep[EtRegistrationInfo].resolution)
        for archive in dep[DefaultInfo].default_outputs:
            command.add("--archive", archive)
    return [
        DefaultInfo(default_outputs = [file for _, file in ctx.attrs.flagged_files]),
        RunInfo(args = command),
        ExternalRunnerTestInfo(
            type = "custom",
            command = [command],
            labels = ctx.attrs.labels,
            run_from_project_root = True,
            use_project_relative_paths = True,
        ),
    ]

size_test = rule(
    doc = "A test of the size of a binary; see et_size_test.",
    impl = _size_test_impl,
    attrs = ETGEN_ATTRS | {
        "args": attrs.list(attrs.string(), default = [], doc = "Flags of `etgen size`."),
        "data": attrs.list(attrs.source(), default = [], doc = "What else the test needs."),
        "deps": attrs.list(attrs.dep(providers = [EtRegistrationInfo]), doc = "The registration libraries."),
        "flagged_files": attrs.list(attrs.tuple(attrs.string(), attrs.source()), doc = "Flags that name files."),
        "labels": attrs.list(attrs.string(), default = []),
    },
)
