"""Runs a Python module with the interpreter of the toolchain and only the given packages."""

load("@prelude//python_bootstrap:python_bootstrap.bzl", "PythonBootstrapToolchainInfo")

def _python_tool_impl(ctx):
    command = cmd_args(
        ctx.attrs._python[PythonBootstrapToolchainInfo].interpreter,
        # Ignores the caller's environment and packages, and files in the directory of the sources.
        ["-I", "-B", "-S"],
        ctx.attrs._run_module,
        ctx.attrs.roots,
        "--",
        ctx.attrs.module,
    )
    return [DefaultInfo(), RunInfo(args = command)]

python_tool = rule(
    doc = "An executable that runs a Python module.",
    impl = _python_tool_impl,
    attrs = {
        "labels": attrs.list(attrs.string(), default = []),
        "module": attrs.string(doc = "The module to run."),
        "roots": attrs.list(
            attrs.source(allow_directory = True),
            doc = "The directories its imports start at, made by filegroups.",
        ),
        "_python": attrs.toolchain_dep(
            default = "toolchains//:python_bootstrap",
            providers = [PythonBootstrapToolchainInfo],
        ),
        "_run_module": attrs.source(default = "rules_executorch//tools:run_module.py"),
    },
)
