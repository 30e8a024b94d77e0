"""Proves at build time that a binary has the kernels and backends of its models, and that models need nothing new."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtRegistrationInfo")
load(
    ":etgen.bzl",
    "ETGEN_ATTRS",
    "KNOWN_BACKENDS",
    "KNOWN_LIBRARIES_ATTRS",
    "add_known_libraries",
    "display_label",
    "run_etgen",
)
load(":registered_library.bzl", "collect_registrations", "registration_aspect")

def _model_check_impl(ctx):
    registered = collect_registrations(ctx.attr.deps)
    if not registered.resolutions.to_list() and not registered.backends.to_list() and not ctx.files.baseline:
        fail("{}: nothing in its deps registers kernels: add an executorch_generated_lib to them".format(
            display_label(ctx.label),
        ))
    models = ctx.files.models + ctx.files.model
    proof = ctx.actions.declare_file(ctx.label.name + ".txt")
    args = ctx.actions.args()
    args.add_all(registered.resolutions, before_each = "--resolution")
    args.add_all(registered.backends, before_each = "--backend-library")
    args.add_all(models, before_each = "--model")
    args.add_all(ctx.files.baseline, before_each = "--baseline")
    args.add_all(KNOWN_BACKENDS, before_each = "--known-backend")
    known = add_known_libraries(ctx, args)
    args.add("--output", proof)
    run_etgen(
        ctx,
        "check",
        args,
        inputs = models + ctx.files.baseline,
        outputs = [proof],
        transitive_inputs = [registered.resolutions, registered.backends, known],
    )

    # As a runfile, so that whoever has this target in its data is not built without the proof.
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
    ),
)
