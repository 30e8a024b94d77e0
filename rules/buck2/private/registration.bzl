"""Resolves a selection and generates its registration: the first half of executorch_generated_lib."""

load("//rules/buck2:providers.bzl", "EtBackendInfo", "EtKernelLibraryInfo", "EtRegistrationInfo", "EtSelectionInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "KNOWN_LIBRARIES_ATTRS", "display_label", "known_libraries", "repeated", "run_etgen")
load(":parts.bzl", "declare_parts")

HEADERS = [
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
    label = display_label(ctx, ctx.attrs.library)
    if not selections:
        fail("{}: its deps select no operators: add an et_operator_library to them".format(label))
    if not libraries and not backends and not ctx.attrs.functions_yaml and not ctx.attrs.custom_ops_yaml:
        fail("{}: its deps have no kernels: add an et_kernel_library, such as rules_executorch//kernels/portable:portable, or give functions_yaml_target".format(label))
    owners = {}
    for info in libraries:
        other = owners.setdefault(info.library, info)
        if other.label != info.label:
            fail("{}: the kernel libraries {} and {} are both called {}: give one of them another name with library = \"…\"".format(
                label,
                other.label,
                info.label,
                info.library,
            ))

def _resolve(ctx, selections, libraries, backends):
    resolution = ctx.actions.declare_output("resolution.json")
    args = cmd_args(
        repeated("--selection", [info.selection for info in selections]),
        repeated("--kernel-library", [info.description for info in libraries]),
        repeated("--backend-library", [info.description for info in backends]),
        hidden = [info.yamls for info in libraries],
    )
    for flag, file in [
        ("--functions-yaml", ctx.attrs.functions_yaml),
        ("--custom-ops-yaml", ctx.attrs.custom_ops_yaml),
        ("--fallback-yaml", ctx.attrs.fallback_yaml),
    ]:
        if file:
            args.add(flag, file)
    if ctx.attrs.dtype_selective_build:
        args.add("--dtype-selective-build")
    args.add(known_libraries(ctx))
    args.add("--place", ctx.attrs.place)
    args.add(repeated("--prefer", ctx.attrs.prefer))
    args.add("--label", display_label(ctx, ctx.attrs.library))
    args.add("--output", resolution.as_output())
    run_etgen(ctx, "resolve", args)
    return resolution

def _generate(ctx, resolution, libraries):
    name = _MANUAL_REGISTRATION if ctx.attrs.manual_registration else _REGISTRATION
    files = {file: ctx.actions.declare_output("generated/" + file) for file in [name] + HEADERS}
    units, unit_flags = declare_parts(ctx, libraries, [files[name]])
    args = cmd_args(
        "--resolution",
        resolution,
        "--output-dir",
        # The directory of the files, whose names are fixed.
        cmd_args(files[name].as_output(), parent = 1),
        unit_flags,
        "--sources-per-unit",
        str(ctx.attrs.sources_per_unit),
        hidden = [file.as_output() for file in files.values()],
    )
    if ctx.attrs.manual_registration:
        args.add("--manual-registration")
    if ctx.attrs.include_all_prim_ops:
        args.add("--include-all-prim-ops")
    if ctx.attrs.support_exceptions:
        args.add("--support-exceptions")
    run_etgen(ctx, "generate", args)
    return struct(files = files, units = units)

def _registration_impl(ctx):
    deps = ctx.attrs.deps + ctx.attrs.kernel_deps
    selections = [dep[EtSelectionInfo] for dep in deps if EtSelectionInfo in dep]
    libraries = [dep[EtKernelLibraryInfo] for dep in deps if EtKernelLibraryInfo in dep]
    backends = [dep[EtBackendInfo] for dep in deps if EtBackendInfo in dep]
    _check(ctx, selections, libraries, backends)
    resolution = _resolve(ctx, selections, libraries, backends)
    generated = _generate(ctx, resolution, libraries)
    files = generated.files | {"resolution.json": resolution}
    return [
        DefaultInfo(
            default_outputs = generated.units.sources + [generated.units.directory],
            sub_targets = {name: [DefaultInfo(default_output = file)] for name, file in files.items()},
        ),
        EtRegistrationInfo(resolution = resolution),
        generated.units,
    ]

registration = rule(
    doc = "The generated sources of a registration library; its headers and resolution are sub-targets.",
    impl = _registration_impl,
    attrs = ETGEN_ATTRS | KNOWN_LIBRARIES_ATTRS | {
        "custom_ops_yaml": attrs.option(attrs.source(), default = None),
        "deps": attrs.list(attrs.dep(), default = []),
        "dtype_selective_build": attrs.bool(default = False),
        "fallback_yaml": attrs.option(attrs.source(), default = None),
        "functions_yaml": attrs.option(attrs.source(), default = None),
        "include_all_prim_ops": attrs.bool(default = True),
        "kernel_deps": attrs.list(attrs.dep(), default = []),
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.string(),
        "manual_registration": attrs.bool(default = False),
        "place": attrs.string(default = "cpu"),
        "prefer": attrs.list(attrs.string(), default = []),
        "sources_per_unit": attrs.int(default = 1),
        "support_exceptions": attrs.bool(default = True),
    },
)
