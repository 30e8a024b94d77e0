"""Resolves a selection and generates its registration: the first half of executorch_generated_lib."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtBackendInfo", "EtKernelLibraryInfo", "EtRegistrationInfo", "EtSelectionInfo")
load("//rules/common:argv.bzl", "generate_flags", "resolve_flags", "selection_files")
load("//rules/common:checks.bzl", "check_registration")
load("//rules/common:outputs.bzl", "MANUAL_REGISTRATION", "REGISTRATION", "RESOLUTION", "generated_headers")
load(":compiled_units.bzl", "UnitsInfo")
load(
    ":etgen.bzl",
    "ETGEN_ATTRS",
    "KNOWN_LIBRARIES_ATTRS",
    "display_label",
    "known_libraries",
    "run_etgen",
)
load(":parts.bzl", "declare_parts", "linked")

# How messages name the kernels that fit everywhere.
_PORTABLE = "@rules_executorch//kernels/portable"

def _resolve(ctx, label, selections, libraries, backends):
    resolution = ctx.actions.declare_file("{}/{}".format(ctx.attr.library, RESOLUTION))
    known = known_libraries(ctx)
    flags = resolve_flags(
        label,
        selections,
        libraries,
        resolution,
        backends = backends,
        call_selective_build = ctx.attr.call_selective_build,
        custom_ops_yaml = ctx.file.custom_ops_yaml,
        dtype_selective_build = ctx.attr.dtype_selective_build,
        fallback_yaml = ctx.file.fallback_yaml,
        functions_yaml = ctx.file.functions_yaml,
        known_libraries = known.infos,
        manual_registration = ctx.attr.manual_registration,
        place = ctx.attr.place,
        prefer = ctx.attr.prefer,
    )
    run_etgen(
        ctx,
        "resolve",
        flags,
        inputs = selection_files(selections, ctx.attr.call_selective_build) +
                 [info.description for info in libraries + backends] +
                 ctx.files.functions_yaml + ctx.files.custom_ops_yaml + ctx.files.fallback_yaml,
        outputs = [resolution],
        transitive_inputs = [info.yamls for info in libraries] + [known.inputs],
    )
    return resolution

def _generate(ctx, resolution, libraries):
    directory = ctx.attr.library + "/"
    name = MANUAL_REGISTRATION if ctx.attr.manual_registration else REGISTRATION
    registration = ctx.actions.declare_file(directory + name)
    headers = [
        ctx.actions.declare_file(directory + header)
        for header in generated_headers(ctx.attr.library, ctx.attr.call_selective_build)
    ]
    kernels = declare_parts(ctx, libraries, directory + "kernels")
    flags = generate_flags(
        resolution,
        registration.dirname,
        include_all_prim_ops = ctx.attr.include_all_prim_ops,
        sources_per_unit = ctx.attr.sources_per_unit,
        support_exceptions = ctx.attr.support_exceptions,
    )
    run_etgen(
        ctx,
        "generate",
        flags,
        inputs = [resolution] + kernels.inputs,
        more_flags = kernels.flags,
        outputs = [registration] + kernels.outputs + headers,
        transitive_inputs = [info.sources for info in libraries] + [info.headers for info in libraries],
    )
    return struct(headers = headers, kernels = kernels, registration = registration)

def _registration_impl(ctx):
    deps = ctx.attr.deps + ctx.attr.kernel_deps
    selections = [dep[EtSelectionInfo] for dep in deps if EtSelectionInfo in dep]
    libraries = [dep[EtKernelLibraryInfo] for dep in deps if EtKernelLibraryInfo in dep]
    backends = [dep[EtBackendInfo] for dep in deps if EtBackendInfo in dep]
    label = display_label(ctx.label, ctx.attr.library)
    check_registration(
        label,
        selections,
        [libraries, backends, ctx.files.functions_yaml, ctx.files.custom_ops_yaml],
        [(info.library, display_label(info.label)) for info in libraries],
        portable = _PORTABLE,
    )
    resolution = _resolve(ctx, label, selections, libraries, backends)
    generated = _generate(ctx, resolution, libraries)
    return [
        DefaultInfo(files = depset([generated.registration] + generated.kernels.outputs)),
        OutputGroupInfo(
            headers = depset(generated.headers),
            resolution = depset([resolution]),
        ),
        linked(deps),
        EtRegistrationInfo(backends = depset(), resolutions = depset([resolution])),
        UnitsInfo(
            # What is called needs no such thing.
            alwayslink = not ctx.attr.manual_registration,
            parts = generated.kernels.parts,
            sources = [generated.registration],
        ),
    ]

registration = rule(
    doc = "The generated sources of a registration library, and the C++ that its deps bring along.",
    implementation = _registration_impl,
    attrs = dict(
        dict(ETGEN_ATTRS, **KNOWN_LIBRARIES_ATTRS),
        call_selective_build = attr.bool(),
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
