"""Proves at build time that a binary has the kernels and backends of its models, and that models need nothing new."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtRegistrationInfo")
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
load(":registered_library.bzl", "collect_registrations", "registration_aspect")

def _model_check_impl(ctx):
    registered = collect_registrations(ctx.attr.deps)
    check_registered(
        display_label(ctx.label),
        [registered.resolutions.to_list(), registered.backends.to_list(), ctx.files.baseline],
    )
    models = ctx.files.models + ctx.files.model
    proof = ctx.actions.declare_file(ctx.label.name + ".txt")
    known = known_libraries(ctx)
    source = ctx.outputs.register_source
    flags = check_flags(
        backends = registered.backends,
        baseline = ctx.files.baseline,
        known_backends = KNOWN_BACKENDS,
        known_libraries = known.infos,
        models = models,
        output = proof,
        register_source = source,
        resolutions = registered.resolutions,
    )
    run_etgen(
        ctx,
        "check",
        flags,
        inputs = models + ctx.files.baseline,
        outputs = [proof] + ([source] if source else []),
        transitive_inputs = [registered.resolutions, registered.backends, known.inputs],
    )

    # A runfile, so that targets with this one in their data are not built without the proof.
    return [DefaultInfo(
        files = depset([proof]),
        runfiles = ctx.runfiles(files = [proof]),
    )]

model_check = rule(
    doc = "A file that can be built only if each call of each model has exactly one kernel in the binary, and each delegate one backend.",
    implementation = _model_check_impl,
    attrs = dict(
        dict(ETGEN_ATTRS, **KNOWN_LIBRARIES_ATTRS),
        baseline = attr.label_list(
            doc = "Models and selections that the models must not go beyond.",
            allow_files = [".bpte", ".pte", ".yaml", ".yml"],
        ),
        deps = attr.label_list(
            doc = "What the binary is linked with.",
            aspects = [registration_aspect],
            providers = [[CcInfo], [EtRegistrationInfo]],
        ),
        model = attr.label(doc = "One of the models.", allow_single_file = [".pte", ".bpte"]),
        models = attr.label_list(
            doc = "What it runs.",
            allow_files = [".pte", ".bpte"],
        ),
        register_source = attr.output(doc = "A source that registers libraries with manual registration, for a test."),
    ),
)
