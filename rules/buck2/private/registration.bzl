"""Resolves a selection and generates its registration: the first half of executorch_generated_lib."""

load("//rules/buck2:providers.bzl", "EtBackendInfo", "EtKernelLibraryInfo", "EtRegistrationInfo", "EtSelectionInfo")
load("//rules/common:argv.bzl", "generate_flags", "resolve_flags")
load("//rules/common:checks.bzl", "check_registration")
load("//rules/common:outputs.bzl", "MANUAL_REGISTRATION", "REGISTRATION", "RESOLUTION", "generated_headers")
load(":etgen.bzl", "ETGEN_ATTRS", "KNOWN_LIBRARIES_ATTRS", "display_label", "known_libraries", "run_etgen")
load(":parts.bzl", "declare_parts")

# How messages name the kernels that fit everywhere.
_PORTABLE = "rules_executorch//kernels/portable:portable"

def _resolve(ctx, label, selections, libraries, backends):
    resolution = ctx.actions.declare_output(RESOLUTION)
    known = known_libraries(ctx)
    flags = resolve_flags(
        label,
        selections,
        libraries,
        resolution.as_output(),
        backends = backends,
        call_selective_build = ctx.attrs.call_selective_build,
        custom_ops_yaml = ctx.attrs.custom_ops_yaml,
        dtype_selective_build = ctx.attrs.dtype_selective_build,
        fallback_yaml = ctx.attrs.fallback_yaml,
        functions_yaml = ctx.attrs.functions_yaml,
        known_libraries = known,
        manual_registration = ctx.attrs.manual_registration,
        place = ctx.attrs.place,
        prefer = ctx.attrs.prefer,
    )
    run_etgen(ctx, "resolve", flags, hidden = [info.yamls for info in libraries + known])
    return resolution

def _generate(ctx, resolution, libraries):
    name = MANUAL_REGISTRATION if ctx.attrs.manual_registration else REGISTRATION
    headers = generated_headers(ctx.attrs.library, ctx.attrs.call_selective_build)
    files = {file: ctx.actions.declare_output("generated/" + file) for file in [name] + headers}
    units, unit_flags = declare_parts(ctx, libraries, [files[name]])
    flags = generate_flags(
        resolution,
        # The directory of the files; their names are fixed.
        cmd_args(files[name].as_output(), parent = 1),
        include_all_prim_ops = ctx.attrs.include_all_prim_ops,
        sources_per_unit = ctx.attrs.sources_per_unit,
        support_exceptions = ctx.attrs.support_exceptions,
    )
    run_etgen(
        ctx,
        "generate",
        flags,
        hidden = [file.as_output() for file in files.values()],
        more_flags = unit_flags,
    )
    return struct(files = files, units = units)

def _registration_impl(ctx):
    deps = ctx.attrs.deps + ctx.attrs.kernel_deps
    selections = [dep[EtSelectionInfo] for dep in deps if EtSelectionInfo in dep]
    libraries = [dep[EtKernelLibraryInfo] for dep in deps if EtKernelLibraryInfo in dep]
    backends = [dep[EtBackendInfo] for dep in deps if EtBackendInfo in dep]
    label = display_label(ctx, ctx.attrs.library)
    check_registration(
        label,
        selections,
        [libraries, backends, ctx.attrs.functions_yaml, ctx.attrs.custom_ops_yaml],
        [(info.library, info.label) for info in libraries],
        portable = _PORTABLE,
    )
    resolution = _resolve(ctx, label, selections, libraries, backends)
    generated = _generate(ctx, resolution, libraries)
    files = generated.files | {RESOLUTION: resolution}
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
        "call_selective_build": attrs.bool(default = False),
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
