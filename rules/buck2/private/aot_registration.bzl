"""Generates what brings custom operators to PyTorch: the first half of exir_custom_ops_aot_lib."""

load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo", "EtSelectionInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "repeated", "run_etgen")
load(":parts.bzl", "declare_parts")

# Compiled where there are kernels, and where there are none.
_CUSTOM_OPS = "RegisterCPUCustomOps.cpp"
_STUB = "RegisterCPUStub.cpp"
_SCHEMA = "RegisterSchema.cpp"
AOT_HEADERS = [
    "CustomOpsNativeFunctions.h",
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "selected_op_variants.h",
]
_UNUSED = "RegisterCodegenUnboxedKernelsEverything.cpp"

def _resolve(ctx, libraries):
    resolution = ctx.actions.declare_output("resolution.json")
    run_etgen(ctx, "resolve", cmd_args(
        "--selection",
        ctx.attrs.selection[EtSelectionInfo].selection,
        "--custom-ops-yaml",
        ctx.attrs.custom_ops_yaml,
        repeated("--kernel-library", [info.description for info in libraries]),
        "--label",
        display_label(ctx, ctx.attrs.library),
        "--output",
        resolution.as_output(),
        hidden = [info.yamls for info in libraries],
    ))
    return resolution

def _aot_registration_impl(ctx):
    libraries = [dep[EtKernelLibraryInfo] for dep in ctx.attrs.kernels if EtKernelLibraryInfo in dep]
    resolution = _resolve(ctx, libraries)
    files = {
        name: ctx.actions.declare_output("generated/" + name)
        for name in [_CUSTOM_OPS, _STUB, _SCHEMA, _UNUSED] + AOT_HEADERS
    }
    units, unit_flags = declare_parts(ctx, libraries, [])
    args = cmd_args(
        "--resolution",
        resolution,
        "--output-dir",
        cmd_args(files[_SCHEMA].as_output(), parent = 1),
        unit_flags,
        "--aot",
        hidden = [file.as_output() for file in files.values()],
    )
    if ctx.attrs.functional_variants:
        args.add("--aot-functional-variants")
    run_etgen(ctx, "generate", args)
    has_kernels = any([EtSelectionInfo not in dep for dep in ctx.attrs.kernels])
    implementation = _CUSTOM_OPS if has_kernels else _STUB
    return [
        DefaultInfo(
            default_outputs = [files[_SCHEMA], files[implementation]],
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
