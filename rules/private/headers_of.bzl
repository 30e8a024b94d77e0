"""The headers of a C++ library, without the library."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

def _headers_of_impl(ctx):
    context = ctx.attr.library[CcInfo].compilation_context
    return [CcInfo(compilation_context = context)]

headers_of = rule(
    doc = "What is needed to compile against a C++ library, and nothing that links it.",
    implementation = _headers_of_impl,
    attrs = {
        "library": attr.label(
            doc = "The library.",
            mandatory = True,
            providers = [CcInfo],
        ),
    },
    provides = [CcInfo],
)
