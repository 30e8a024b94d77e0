"""Reports on a registration library as a page, as Markdown and as data: the target `<name>_report`."""

load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cpp_toolchain")
load("//rules:providers.bzl", "EtRegistrationInfo", "EtSelectionInfo")
load("//rules/common:check_argv.bzl", "report_flags")
load("//rules/common:outputs.bzl", "REPORTS")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _report_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    selections = [dep[EtSelectionInfo] for dep in ctx.attr.deps + ctx.attr.kernel_deps if EtSelectionInfo in dep]

    # A model may be in several selections.
    models = depset(transitive = [depset(info.models) for info in selections])
    resolution = ctx.attr.registration[OutputGroupInfo].resolution
    archives = ctx.attr.library[DefaultInfo].files
    outputs = [ctx.actions.declare_file("{}.{}".format(ctx.label.name, kind)) for kind in REPORTS]
    run_etgen(
        ctx,
        "report",
        report_flags(resolution, models, archives, toolchain.nm_executable, outputs),
        inputs = [],
        outputs = outputs,
        transitive_inputs = [resolution, models, archives, toolchain.all_files],
    )
    return [DefaultInfo(files = depset(outputs))]

report = rule(
    doc = "The report on a registration library.",
    implementation = _report_impl,
    attrs = dict(
        ETGEN_ATTRS,
        deps = attr.label_list(doc = "The selections, and other deps, of the library."),
        kernel_deps = attr.label_list(doc = "More of them, with what `deps` may have as well."),
        library = attr.label(doc = "What was compiled.", mandatory = True),
        registration = attr.label(doc = "What it registers.", mandatory = True, providers = [EtRegistrationInfo]),
        _cc_toolchain = attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
    ),
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
