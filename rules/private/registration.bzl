"""Resolves a selection and generates its registration: the first half of executorch_generated_lib."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtBackendInfo", "EtKernelLibraryInfo", "EtRegistrationInfo", "EtSelectionInfo")
load(":compiled_units.bzl", "UnitsInfo")
load(
    ":etgen.bzl",
    "ETGEN_ATTRS",
    "KNOWN_LIBRARIES_ATTRS",
    "add_known_libraries",
    "display_label",
    "run_etgen",
)
load(":parts.bzl", "declare_parts", "linked")

_HEADERS = [
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    "kernel_boxing.h",
    "selected_op_variants.h",
    "selected_prim_ops.h",
]
_REGISTRATION = "RegisterCodegenUnboxedKernelsEverything.cpp"
_MANUAL_REGISTRATION = "RegisterKernelsEverything.cpp"

def _check(ctx, selections, libraries, backends):
    label = display_label(ctx.label)[:-len(ctx.label.name)] + ctx.attr.library
    if not selections:
        fail("{}: its deps select no operators: add an et_operator_library to them".format(label))
    if not libraries and not backends and not ctx.file.functions_yaml and not ctx.file.custom_ops_yaml:
        fail("{}: its deps have no kernels: add an et_kernel_library, such as @rules_executorch//kernels/portable, or give functions_yaml_target".format(label))
    owners = {}
    for info in libraries:
        other = owners.setdefault(info.library, info)
        if other != info:
            fail("{}: the kernel libraries {} and {} are both called {}: give one of them another name with library = \"…\"".format(
                label,
                display_label(other.label),
                display_label(info.label),
                info.library,
            ))

def _resolve(ctx, selections, libraries, backends):
    resolution = ctx.actions.declare_file(ctx.attr.library + "/resolution.json")
    args = ctx.actions.args()
    args.add_all([info.selection for info in selections], before_each = "--selection")
    args.add_all([info.description for info in libraries], before_each = "--kernel-library")
    args.add_all([info.description for info in backends], before_each = "--backend-library")
    yamls = []
    for flag, file in [
        ("--functions-yaml", ctx.file.functions_yaml),
        ("--custom-ops-yaml", ctx.file.custom_ops_yaml),
        ("--fallback-yaml", ctx.file.fallback_yaml),
    ]:
        if file:
            args.add(flag, file)
            yamls.append(file)
    if ctx.attr.dtype_selective_build:
        args.add("--dtype-selective-build")
    known = add_known_libraries(ctx, args)
    args.add("--place", ctx.attr.place)
    args.add_all(ctx.attr.prefer, before_each = "--prefer")
    args.add("--label", display_label(ctx.label)[:-len(ctx.label.name)] + ctx.attr.library)
    args.add("--output", resolution)
    run_etgen(
        ctx,
        "resolve",
        args,
        inputs = [info.selection for info in selections] + [info.description for info in libraries + backends] + yamls,
        outputs = [resolution],
        transitive_inputs = [info.yamls for info in libraries] + [known],
    )
    return resolution

def _generate(ctx, resolution, libraries):
    directory = ctx.attr.library + "/"
    name = _MANUAL_REGISTRATION if ctx.attr.manual_registration else _REGISTRATION
    registration = ctx.actions.declare_file(directory + name)
    headers = [ctx.actions.declare_file(directory + header) for header in _HEADERS]
    kernels = declare_parts(ctx, libraries, directory + "kernels")
    args = ctx.actions.args()
    args.add("--resolution", resolution)
    args.add("--output-dir", registration.dirname)
    args.add_all(kernels.flags)
    args.add("--sources-per-unit", str(ctx.attr.sources_per_unit))
    if ctx.attr.manual_registration:
        args.add("--manual-registration")
    if ctx.attr.include_all_prim_ops:
        args.add("--include-all-prim-ops")
    if ctx.attr.support_exceptions:
        args.add("--support-exceptions")
    run_etgen(
        ctx,
        "generate",
        args,
        inputs = [resolution] + kernels.inputs,
        outputs = [registration] + kernels.outputs + headers,
        transitive_inputs = [info.sources for info in libraries] + [info.headers for info in libraries],
    )
    return struct(headers = headers, kernels = kernels, registration = registration)

def _registration_impl(ctx):
    deps = ctx.attr.deps + ctx.attr.kernel_deps
    selections = [dep[EtSelectionInfo] for dep in deps if EtSelectionInfo in dep]
    libraries = [dep[EtKernelLibraryInfo] for dep in deps if EtKernelLibraryInfo in dep]
    backends = [dep[EtBackendInfo] for dep in deps if EtBackendInfo in dep]
    _check(ctx, selections, libraries, backends)
    resolution = _resolve(ctx, selections, libraries, backends)
    generated = _generate(ctx, resolution, libraries)
    return [
        DefaultInfo(files = depset([generated.registration] + generated.kernels.outputs)),
        OutputGroupInfo(
            headers = depset(generated.headers),
            resolution = depset([resolution]),
        ),
        linked(deps),
        EtRegistrationInfo(backends = depset(), resolutions = depset([resolution])),
        UnitsInfo(parts = generated.kernels.parts, sources = [generated.registration]),
    ]

registration = rule(
    doc = "The generated sources of a registration library, and the C++ that its deps bring along.",
    implementation = _registration_impl,
    attrs = dict(
        dict(ETGEN_ATTRS, **KNOWN_LIBRARIES_ATTRS),
        custom_ops_yaml = attr.label(allow_single_file = [".yaml", ".yml"]),
        deps = attr.label_list(),
        dtype_selective_build = attr.bool(),
        fallback_yaml = attr.label(allow_single_file = [".yaml", ".yml"]),
        functions_yaml = attr.label(allow_single_file = [".yaml", ".yml"]),
        kernel_deps = attr.label_list(),
        include_all_prim_ops = attr.bool(),
        library = attr.string(mandatory = True),
        manual_registration = attr.bool(),
        place = attr.string(default = "cpu"),
        prefer = attr.string_list(),
        sources_per_unit = attr.int(default = 1),
        support_exceptions = attr.bool(),
    ),
    provides = [CcInfo, EtRegistrationInfo],
)
