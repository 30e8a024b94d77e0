"""Generates the code that registers custom operators with PyTorch: the first half of
exir_custom_ops_aot_lib."""

load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo", "EtSelectionInfo")
load("//rules/common:argv.bzl", "generate_flags", "resolve_flags")
load("//rules/common:outputs.bzl", "AOT_KERNELS", "AOT_OUTPUTS", "AOT_SCHEMA", "AOT_STUB", "RESOLUTION")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")
load(":parts.bzl", "declare_parts")

def _resolve(ctx, libraries):
    resolution = ctx.actions.declare_output(RESOLUTION)
    flags = resolve_flags(
        display_label(ctx, ctx.attrs.library),
        [ctx.attrs.selection[EtSelectionInfo]],
        libraries,
        resolution.as_output(),
        custom_ops_yaml = ctx.attrs.custom_ops_yaml,
    )
    run_etgen(ctx, "resolve", flags, hidden = [info.yamls for info in libraries])
    return resolution

def _aot_registration_impl(ctx):
    libraries = [dep[EtKernelLibraryInfo] for dep in ctx.attrs.kernels if EtKernelLibraryInfo in dep]
    resolution = _resolve(ctx, libraries)
    files = {
        name: ctx.actions.declare_output("generated/" + name)
        for name in AOT_OUTPUTS
    }
    units, unit_flags = declare_parts(ctx, libraries, [])
    flags = generate_flags(
        resolution,
        cmd_args(files[AOT_SCHEMA].as_output(), parent = 1),
        aot = True,
        functional_variants = ctx.attrs.functional_variants,
    )
    run_etgen(
        ctx,
        "generate",
        flags,
        hidden = [file.as_output() for file in files.values()],
        more_flags = unit_flags,
    )
    has_kernels = any([EtSelectionInfo not in dep for dep in ctx.attrs.kernels])
    implementation = AOT_KERNELS if has_kernels else AOT_STUB
    return [
        DefaultInfo(
            default_outputs = [files[AOT_SCHEMA], files[implementation]],
            sub_targets = {name: [DefaultInfo(default_output = file)] for name, file in files.items()},
        ),
        units,
    ]

aot_registration = rule(
    doc = "The generated sources of a library of operators for PyTorch, and of its kernels.",
    impl = _aot_registration_impl,
    attrs = ETGEN_ATTRS | {
        "custom_ops_yaml": attrs.source(doc = "The operators."),
        "functional_variants": attrs.bool(doc = "Also define the functional operators."),
        "kernels": attrs.list(attrs.dep(), doc = "Kernel libraries and C++ libraries."),
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.string(doc = "The name of the target that this is made for."),
        "selection": attrs.dep(providers = [EtSelectionInfo], doc = "All operators of the yaml file."),
    },
)
