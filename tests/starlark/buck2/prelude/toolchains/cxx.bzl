"""GCC: where no compilers are named the prelude takes Clang, which this stand-in has not."""

load("//cxx:cxx.bzl", "CxxToolchainInfo")

def _impl(ctx):
    if ctx.attrs.compiler_type != "gcc" or not ctx.attrs.compiler:
        fail("the toolchain is not GCC: name the compilers, and their type")
    return [DefaultInfo(), CxxToolchainInfo(
        cxx_compiler = ctx.attrs.cxx_compiler,
        cxx_flags = ctx.attrs.cxx_flags,
        link_flags = ctx.attrs.link_flags,
        link_style = ctx.attrs.link_style,
        linker = ctx.attrs.linker,
    )]

system_cxx_toolchain = rule(
    impl = _impl,
    attrs = {
        "compiler": attrs.option(attrs.string(), default = None),
        "compiler_type": attrs.option(attrs.string(), default = None),
        "cxx_compiler": attrs.option(attrs.string(), default = None),
        "cxx_flags": attrs.list(attrs.arg(), default = []),
        "labels": attrs.list(attrs.string(), default = []),
        "link_flags": attrs.list(attrs.arg(), default = []),
        "link_style": attrs.string(default = "shared"),
        "linker": attrs.option(attrs.string(), default = None),
    },
    is_toolchain_rule = True,
)
