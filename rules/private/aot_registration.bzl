"""Generates the code that registers custom operators with PyTorch: the first half of
exir_custom_ops_aot_lib."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtKernelLibraryInfo", "EtSelectionInfo")
load("//rules/common:argv.bzl", "generate_flags", "resolve_flags")
load("//rules/common:outputs.bzl", "AOT_HEADERS", "AOT_KERNELS", "AOT_OUTPUTS", "AOT_SCHEMA", "AOT_STUB", "RESOLUTION")
load(":compiled_units.bzl", "UnitsInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")
load(":parts.bzl", "declare_parts", "linked")

def _resolve(ctx, libraries):
    resolution = ctx.actions.declare_file("{}/{}".format(ctx.attr.library, RESOLUTION))
    selection = ctx.attr.selection[EtSelectionInfo]
    flags = resolve_flags(
        display_label(ctx.label, ctx.attr.library),
        [selection],
        libraries,
        resolution,
        custom_ops_yaml = ctx.file.custom_ops_yaml,
    )
    run_etgen(
        ctx,
        "resolve",
        flags,
        inputs = [selection.selection, ctx.file.custom_ops_yaml] + [info.description for info in libraries],
        outputs = [resolution],
        transitive_inputs = [info.yamls for info in libraries],
    )
    return resolution

def _aot_registration_impl(ctx):
    # Selections are not kernels.
    implementations = [dep for dep in ctx.attr.kernels + ctx.attr.kernel_deps if CcInfo in dep]
    libraries = [dep[EtKernelLibraryInfo] for dep in implementations if EtKernelLibraryInfo in dep]
    resolution = _resolve(ctx, libraries)
    files = {
        name: ctx.actions.declare_file("{}/{}".format(ctx.attr.library, name))
        for name in AOT_OUTPUTS
    }
    kernels = declare_parts(ctx, libraries, ctx.attr.library + "/kernels")
    flags = generate_flags(
        resolution,
        files[AOT_SCHEMA].dirname,
        aot = True,
        functional_variants = ctx.attr.functional_variants,
    )
    run_etgen(
        ctx,
        "generate",
        flags,
        inputs = [resolution] + kernels.inputs,
        more_flags = kernels.flags,
        outputs = files.values() + kernels.outputs,
        transitive_inputs = [info.sources for info in libraries] + [info.headers for info in libraries],
    )
    implementation = AOT_KERNELS if implementations else AOT_STUB
    return [
        DefaultInfo(files = depset([])),
        OutputGroupInfo(
            headers = depset([files[name] for name in AOT_HEADERS]),
            registration = depset([files[AOT_SCHEMA], files[implementation]]),
        ),
        linked(implementations),
        UnitsInfo(alwayslink = False, parts = kernels.parts, sources = []),
    ]

aot_registration = rule(
    doc = "The generated sources of a library of operators for PyTorch, and what its kernels are compiled with.",
    implementation = _aot_registration_impl,
    attrs = dict(
        ETGEN_ATTRS,
        custom_ops_yaml = attr.label(
            doc = "The operators.",
            allow_single_file = [".yaml", ".yml"],
            mandatory = True,
        ),
        functional_variants = attr.bool(doc = "Also define the functional operators."),
        kernel_deps = attr.label_list(
            doc = "More of what `kernels` has.",
            providers = [[CcInfo], [EtSelectionInfo]],
        ),
        kernels = attr.label_list(
            doc = "Kernel libraries and C++ libraries.",
            providers = [[CcInfo], [EtSelectionInfo]],
        ),
        library = attr.string(
            doc = "The name of the target that this is made for.",
            mandatory = True,
        ),
        selection = attr.label(
            doc = "All operators of the yaml file.",
            mandatory = True,
            providers = [EtSelectionInfo],
        ),
    ),
    provides = [CcInfo],
)
