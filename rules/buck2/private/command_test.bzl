"""A test that runs a program with flags, and that depends on more than the program at build time."""

def _command_test_impl(ctx):
    command = cmd_args(
        ctx.attrs.run_under,
        ctx.attrs.executable[RunInfo],
        ctx.attrs.files,
        [[flags, program[RunInfo]] for flags, program in ctx.attrs.flagged_programs],
        [[flags, file] for flags, file in ctx.attrs.flagged_files],
        ctx.attrs.args,
        hidden = ctx.attrs.data + ctx.attrs.proofs,
    )
    return [
        # If the proof fails, the test does not build.
        DefaultInfo(
            default_outputs = ctx.attrs.executable[DefaultInfo].default_outputs,
            other_outputs = ctx.attrs.proofs + ctx.attrs.data,
        ),
        RunInfo(args = command),
        ExternalRunnerTestInfo(
            type = "custom",
            command = [command],
            labels = ctx.attrs.labels,
            run_from_project_root = True,
            use_project_relative_paths = True,
        ),
    ]

command_test = rule(
    doc = "A test that passes if a command does.",
    impl = _command_test_impl,
    attrs = {
        "args": attrs.list(attrs.string(), default = [], doc = "More flags."),
        "data": attrs.list(attrs.source(allow_directory = True), default = [], doc = "What it needs when it runs."),
        "executable": attrs.dep(providers = [RunInfo], doc = "The program."),
        "files": attrs.list(attrs.source(), default = [], doc = "The first arguments of the program."),
        "flagged_files": attrs.list(
            attrs.tuple(attrs.list(attrs.string()), attrs.source()),
            default = [],
            doc = "Files, each with the flags in front of it.",
        ),
        # Not a source: it would lack the shared libraries that the program needs at run time.
        "flagged_programs": attrs.list(
            attrs.tuple(attrs.list(attrs.string()), attrs.dep(providers = [RunInfo])),
            default = [],
            doc = "Programs, each with the flags in front of it.",
        ),
        "labels": attrs.list(attrs.string(), default = []),
        "proofs": attrs.list(attrs.source(), default = [], doc = "What has to be built before it may run."),
        "run_under": attrs.list(attrs.string(), default = [], doc = "A program that runs the program, and its flags."),
    },
)
