"""GCC: g++ of the machine where none is named; flags for the linker come after the prelude's own."""

load("//cxx:cxx.bzl", "CxxToolchainInfo")

def _impl(ctx):
    return [DefaultInfo(), CxxToolchainInfo(
        cxx_compiler = ctx.attrs.cxx_compiler or "g++",
        cxx_flags = ctx.attrs.cxx_flags,
        link_flags = ctx.attrs.link_flags,
        link_style = ctx.attrs.link_style,
        linker = ctx.attrs.linker or "g++",
    )]

system_cxx_toolchain = rule(
    impl = _impl,
    attrs = {
        "compiler": attrs.option(attrs.string(), default = None),
        "cxx_compiler": attrs.option(attrs.string(), default = None),
        "cxx_flags": attrs.list(attrs.arg(), default = []),
        "labels": attrs.list(attrs.string(), default = []),
        "link_flags": attrs.list(attrs.arg(), default = []),
        "link_style": attrs.string(default = "shared"),
        "linker": attrs.option(attrs.string(), default = None),
    },
    is_toolchain_rule = True,
)
