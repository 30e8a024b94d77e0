"""Generates what brings custom operators to PyTorch: the first half of exir_custom_ops_aot_lib."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtKernelLibraryInfo", "EtSelectionInfo")
load(":compiled_units.bzl", "UnitsInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")
load(":parts.bzl", "declare_parts", "linked")

# Compiled where there are kernels, and where there are none.
_CUSTOM_OPS = "RegisterCPUCustomOps.cpp"
_STUB = "RegisterCPUStub.cpp"
_SCHEMA = "RegisterSchema.cpp"
_HEADERS = [
    "CustomOpsNativeFunctions.h",
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "selected_op_variants.h",
]
_UNUSED = "RegisterCodegenUnboxedKernelsEverything.cpp"

def _resolve(ctx, libraries):
    resolution = ctx.actions.declare_file(ctx.attr.library + "/resolution.json")
    selection = ctx.attr.selection[EtSelectionInfo].selection
    args = ctx.actions.args()
    args.add("--selection", selection)
    args.add("--custom-ops-yaml", ctx.file.custom_ops_yaml)
    args.add_all([info.description for info in libraries], before_each = "--kernel-library")
    args.add("--label", display_label(ctx.label)[:-len(ctx.label.name)] + ctx.attr.library)
    args.add("--output", resolution)
    run_etgen(
        ctx,
        "resolve",
        args,
        inputs = [selection, ctx.file.custom_ops_yaml] + [info.description for info in libraries],
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
        for name in [_CUSTOM_OPS, _STUB, _SCHEMA, _UNUSED] + _HEADERS
    }
    kernels = declare_parts(ctx, libraries, ctx.attr.library + "/kernels")
    args = ctx.actions.args()
    args.add("--resolution", resolution)
    args.add("--output-dir", files[_SCHEMA].dirname)
    args.add_all(kernels.flags)
    args.add("--aot")
    if ctx.attr.functional_variants:
        args.add("--aot-functional-variants")
    run_etgen(
        ctx,
        "generate",
        args,
        inputs = [resolution] + kernels.inputs,
        outputs = files.values() + kernels.outputs,
        transitive_inputs = [info.sources for info in libraries] + [info.headers for info in libraries],
    )
    implementation = _CUSTOM_OPS if implementations else _STUB
    return [
        DefaultInfo(files = depset([])),
        OutputGroupInfo(
            headers = depset([files[name] for name in _HEADERS]),
            registration = depset([files[_SCHEMA], files[implementation]]),
        ),
        linked(implementations),
        UnitsInfo(parts = kernels.parts, sources = []),
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
