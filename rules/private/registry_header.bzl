"""The rule behind et_registry_header."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtRegistrationInfo")
load("//rules/common:check_argv.bzl", "registry_flags")
load("//rules/common:outputs.bzl", "REGISTRY_HEADER")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")
load(":registered_library.bzl", "collect_registrations", "registration_aspect")

def _registry_header_impl(ctx):
    resolutions = collect_registrations(ctx.attr.deps).resolutions
    directory = ctx.label.name + "/"
    header = ctx.actions.declare_file(directory + REGISTRY_HEADER)
    report = ctx.actions.declare_file(directory + "registered.txt")
    flags = registry_flags(resolutions, header, ctx.attr.more_kernels, report)
    run_etgen(ctx, "report", flags, inputs = [], outputs = [header, report], transitive_inputs = [resolutions])
    return [DefaultInfo(files = depset([header])), OutputGroupInfo(report = depset([report]))]

registry_header = rule(
    doc = "A header that says how many kernels a binary registers.",
    implementation = _registry_header_impl,
    attrs = dict(
        ETGEN_ATTRS,
        deps = attr.label_list(
            doc = "What the binary is linked with.",
            aspects = [registration_aspect],
            mandatory = True,
            providers = [[CcInfo], [EtRegistrationInfo]],
        ),
        more_kernels = attr.int(doc = "Kernels that are registered by hand."),
    ),
)
