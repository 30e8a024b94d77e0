"""The rule behind et_backend_library."""

load("//rules/buck2:providers.bzl", "EtBackendInfo")
load("//rules/common:checks.bzl", "check_backend_library")
load(":etgen.bzl", "display_label")
load(":registered_library.bzl", "BACKENDS")

def _backend_library_impl(ctx):
    label = display_label(ctx)
    check_backend_library(label, ctx.attrs.backends, ctx.attrs.deps)
    description = ctx.actions.write_json(ctx.label.name + ".backend_library.json", {
        "backends": ctx.attrs.backends,
        "label": label,
    })

    # An alias of the library that also has its registrations.
    return ctx.attrs.library.providers + [EtBackendInfo(
        backends = ctx.attrs.backends,
        description = description,
        label = label,
    )]

_backend_library = rule(
    doc = "Names the backends that C++ libraries register; see et_backend_library.",
    impl = _backend_library_impl,
    attrs = {
        "backends": attrs.list(attrs.string(), doc = "The ids of the backends."),
        "deps": attrs.list(attrs.dep(), doc = "The C++ libraries that register them."),
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.dep(doc = "A C++ library of the deps."),
    },
)

def backend_library(labels = [], **kwargs):
    """Names the backends that C++ libraries register.

    Args:
      labels: list[str], labels of the target.
      **kwargs: name, backends, deps, library and common attributes.
    """
    _backend_library(labels = labels + [BACKENDS], **kwargs)
