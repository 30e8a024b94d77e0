"""Proves at build time that a binary has the kernels and backends of its models, and that models need nothing new."""

load("//rules/buck2:providers.bzl", "EtBackendInfo", "EtRegistrationInfo")
load("//rules/common:check_argv.bzl", "check_flags")
load("//rules/common:checks.bzl", "check_registered")
load(
    ":etgen.bzl",
    "ETGEN_ATTRS",
    "KNOWN_BACKENDS",
    "KNOWN_LIBRARIES_ATTRS",
    "display_label",
    "known_libraries",
    "run_etgen",
)
load(":registered_library.bzl", "BACKENDS", "registrations_query")

def _model_check_impl(ctx):
    resolutions = [dep[EtRegistrationInfo].resolution for dep in ctx.attrs.registrations or []]
    backends = [dep[EtBackendInfo].description for dep in ctx.attrs.backends or []]
    check_registered(display_label(ctx), [resolutions, backends, ctx.attrs.baseline])
    proof = ctx.actions.declare_output(ctx.label.name + ".txt")
    known = known_libraries(ctx)
    source = ctx.actions.declare_output(ctx.attrs.register_source) if ctx.attrs.register_source else None
    flags = check_flags(
        backends = backends,
        baseline = ctx.attrs.baseline,
        known_backends = KNOWN_BACKENDS,
        known_libraries = known,
        models = ctx.attrs.models,
        output = proof.as_output(),
        register_source = source.as_output() if source else None,
        resolutions = resolutions,
    )
    run_etgen(ctx, "check", flags, hidden = [info.yamls for info in known])
    sources = {"register_source": [DefaultInfo(default_output = source)]} if source else {}
    return [DefaultInfo(default_output = proof, sub_targets = sources)]

_model_check = rule(
    doc = "A file that builds only if each call of each model has exactly one kernel in the binary, and each delegate one backend.",
    impl = _model_check_impl,
    attrs = ETGEN_ATTRS | KNOWN_LIBRARIES_ATTRS | {
        "backends": attrs.option(
            attrs.query(),
            default = None,
            doc = "The backend libraries in what the binary is linked with.",
        ),
        "baseline": attrs.list(
            attrs.source(),
            default = [],
            doc = "Models and selections that the models must not go beyond.",
        ),
        "labels": attrs.list(attrs.string(), default = []),
        "models": attrs.list(attrs.source(), default = [], doc = "What the binary runs."),
        "register_source": attrs.option(
            attrs.string(),
            default = None,
            doc = "The name of a source that registers libraries with manual registration, for a test: a sub-target.",
        ),
        "registrations": attrs.option(
            attrs.query(),
            default = None,
            doc = "The registrations in what the binary is linked with.",
        ),
    },
)

def model_check(name, deps, **kwargs):
    """A file that builds only if each call of each model has exactly one kernel in the binary, and each delegate one backend.

    Args:
      name: str.
      deps: list[str], the dependencies of the binary.
      **kwargs: models, baseline, register_source and common attributes.
    """
    _model_check(
        name = name,
        backends = registrations_query(deps, BACKENDS),
        registrations = registrations_query(deps),
        **kwargs
    )
