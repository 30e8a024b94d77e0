"""The Python of the machine."""

load("//python_bootstrap:python_bootstrap.bzl", "PythonBootstrapToolchainInfo")

def _impl(ctx):
    return [DefaultInfo(), PythonBootstrapToolchainInfo(interpreter = ctx.attrs.interpreter)]

system_python_bootstrap_toolchain = rule(
    impl = _impl,
    attrs = {
        "interpreter": attrs.string(default = "(python)"),
        "labels": attrs.list(attrs.string(), default = []),
    },
    is_toolchain_rule = True,
)
