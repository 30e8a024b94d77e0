"""Rules for files."""

_LABELS = {"labels": attrs.list(attrs.string(), default = [])}

def _alias_impl(ctx):
    return ctx.attrs.actual.providers

alias = rule(
    impl = _alias_impl,
    attrs = _LABELS | {"actual": attrs.dep()},
)

def _export_file_impl(ctx):
    return [DefaultInfo(default_output = ctx.attrs.src)]

_export_file = rule(
    impl = _export_file_impl,
    attrs = _LABELS | {"src": attrs.source()},
)

def export_file(name, src = None, **kwargs):
    _export_file(name = name, src = src or name, **kwargs)

def _filegroup_impl(ctx):
    srcs = ctx.attrs.srcs
    if type(srcs) != type({}):
        srcs = {src.short_path: src for src in srcs}
    return [DefaultInfo(default_output = ctx.actions.copied_dir(ctx.label.name, srcs))]

filegroup = rule(
    impl = _filegroup_impl,
    attrs = _LABELS | {
        "copy": attrs.bool(default = True),
        "srcs": attrs.named_set(attrs.source(allow_directory = True), default = []),
    },
)

def _genrule_impl(ctx):
    out = ctx.actions.declare_output(ctx.attrs.out)
    ctx.actions.run(
        cmd_args("bash", "-c", ctx.attrs.cmd, hidden = [out.as_output()] + ctx.attrs.srcs),
        category = "genrule",
        env = {"OUT": out.artifact_path},
    )
    return [DefaultInfo(default_output = out)]

genrule = rule(
    impl = _genrule_impl,
    attrs = _LABELS | {
        "cmd": attrs.arg(),
        "out": attrs.string(),
        "srcs": attrs.list(attrs.source(), default = []),
    },
)

def _sh_test_impl(ctx):
    command = cmd_args(ctx.attrs.test[RunInfo], ctx.attrs.args)
    return [
        DefaultInfo(default_outputs = ctx.attrs.test[DefaultInfo].default_outputs),
        RunInfo(args = command),
        ExternalRunnerTestInfo(type = "custom", command = [command]),
    ]

sh_test = rule(
    impl = _sh_test_impl,
    attrs = _LABELS | {
        "args": attrs.list(attrs.arg(), default = []),
        "test": attrs.dep(providers = [RunInfo]),
    },
)
