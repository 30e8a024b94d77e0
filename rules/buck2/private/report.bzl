"""Reports on a registration library as a page, as Markdown and as data: the target `<name>_report`."""

load("@prelude//cxx:cxx_toolchain_types.bzl", "CxxToolchainInfo")
load("//rules/buck2:providers.bzl", "EtRegistrationInfo", "EtSelectionInfo")
load("//rules/common:check_argv.bzl", "report_flags")
load("//rules/common:outputs.bzl", "REPORTS")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _report_impl(ctx):
    selections = [dep[EtSelectionInfo] for dep in ctx.attrs.deps if EtSelectionInfo in dep]

    # A model may be in several selections.
    models = {model: None for info in selections for model in info.models}.keys()
    files = {kind: ctx.actions.declare_output("report." + kind) for kind in REPORTS}
    utilities = ctx.attrs._cxx_toolchain[CxxToolchainInfo].binary_utilities_info
    run_etgen(ctx, "report", report_flags(
        [ctx.attrs.registration[EtRegistrationInfo].resolution],
        models,
        ctx.attrs.archive[DefaultInfo].default_outputs,
        utilities.nm if utilities else None,
        [file.as_output() for file in files.values()],
    ))
    return [DefaultInfo(
        default_outputs = files.values(),
        sub_targets = {kind: [DefaultInfo(default_output = file)] for kind, file in files.items()},
    )]

report = rule(
    doc = "The report on a registration library; each of its files is a sub-target: `html`, `md`, `json`.",
    impl = _report_impl,
    attrs = ETGEN_ATTRS | {
        "archive": attrs.dep(doc = "What was compiled."),
        "deps": attrs.list(attrs.dep(), default = [], doc = "The selections, and other deps, of the library."),
        "labels": attrs.list(attrs.string(), default = []),
        "registration": attrs.dep(providers = [EtRegistrationInfo], doc = "What it registers."),
        "_cxx_toolchain": attrs.toolchain_dep(default = "toolchains//:cxx", providers = [CxxToolchainInfo]),
    },
)
