"""g++."""

load("//cxx:cxx.bzl", "CxxToolchainInfo")

def _impl(ctx):
    return [DefaultInfo(), CxxToolchainInfo(cxx_flags = ctx.attrs.cxx_flags, link_style = ctx.attrs.link_style)]

system_cxx_toolchain = rule(
    impl = _impl,
    attrs = {
        "cxx_flags": attrs.list(attrs.arg(), default = []),
        "labels": attrs.list(attrs.string(), default = []),
        "link_style": attrs.string(default = "shared"),
    },
    is_toolchain_rule = True,
)
