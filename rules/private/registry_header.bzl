"""The rule behind et_registry_header."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtRegistrationInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")
load(":registered_library.bzl", "collect_registrations", "registration_aspect")

def _registry_header_impl(ctx):
    resolutions = collect_registrations(ctx.attr.deps).resolutions
    directory = ctx.label.name + "/"
    header = ctx.actions.declare_file(directory + "executorch/runtime/kernel/selected_max_kernel_num.h")
    report = ctx.actions.declare_file(directory + "registered.txt")
    args = ctx.actions.args()
    args.add_all(resolutions, before_each = "--resolution")
    args.add("--registry-header", header)
    args.add("--more-kernels", str(ctx.attr.more_kernels))
    args.add("--output", report)
    run_etgen(ctx, "report", args, inputs = [], outputs = [header, report], transitive_inputs = [resolutions])
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
