"""The rule behind et_registry_header."""

load("//rules/buck2:providers.bzl", "EtRegistrationInfo")
load("//rules/common:check_argv.bzl", "registry_flags")
load("//rules/common:outputs.bzl", "REGISTRY_HEADER")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")
load(":registered_library.bzl", "registrations_query")

def _registry_header_impl(ctx):
    resolutions = [dep[EtRegistrationInfo].resolution for dep in ctx.attrs.registrations or []]
    header = ctx.actions.declare_output(REGISTRY_HEADER)
    report = ctx.actions.declare_output("registered.txt")
    flags = registry_flags(resolutions, header.as_output(), ctx.attrs.more_kernels, report.as_output())
    run_etgen(ctx, "report", flags)
    return [DefaultInfo(
        default_output = header,
        sub_targets = {"report": [DefaultInfo(default_output = report)]},
    )]

_registry_header = rule(
    doc = "A header that says how many kernels a binary registers.",
    impl = _registry_header_impl,
    attrs = ETGEN_ATTRS | {
        "labels": attrs.list(attrs.string(), default = []),
        "more_kernels": attrs.int(default = 0, doc = "Kernels that are registered by hand."),
        "registrations": attrs.option(
            attrs.query(),
            default = None,
            doc = "The registrations in what the binary is linked with.",
        ),
    },
)

def registry_header(name, deps, **kwargs):
    """A header that says how many kernels a binary registers.

    Args:
      name: str.
      deps: list[str], the dependencies of the binary.
      **kwargs: more_kernels and common attributes.
    """
    _registry_header(name = name, registrations = registrations_query(deps), **kwargs)
