"""Compiles generated sources; the sources of each kernel library are compiled with its own include
directories.

A cc_library has one include path for all of its sources. If two kernel libraries had headers of the same
name, a source could include the header of the wrong library.
"""

load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cpp_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

UnitsInfo = provider(
    doc = "Generated sources, and what they are compiled with.",
    fields = {
        "alwayslink": "(bool) link all of them, whether or not anything refers to them",
        "parts": "(list[struct]) directories of sources: `name` (str), `directory` (File), `context` (CompilationContext)",
        "sources": "(list[File]) sources that see none of that",
    },
)

def _compiled_units_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    info = ctx.attr.generated[UnitsInfo]
    common = [dep[CcInfo].compilation_context for dep in ctx.attr.deps]
    flags = [ctx.expand_make_variables("compiler_flags", flag, {}) for flag in ctx.attr.compiler_flags]
    outputs = []
    compilations = [(ctx.label.name, info.sources, [], [])] if info.sources else []
    for part in info.parts:
        # From where a unit of several sources includes itself.
        own = [part.directory.dirname]
        compilations.append((ctx.label.name + "_" + part.name, [part.directory], [part.context], own))
    for name, sources, contexts, quote_includes in compilations:
        _, compiled = cc_common.compile(
            actions = ctx.actions,
            cc_toolchain = toolchain,
            compilation_contexts = contexts + common,
            feature_configuration = features,
            name = name,
            quote_includes = quote_includes,
            srcs = sources,
            user_compile_flags = flags,
        )
        outputs.append(compiled)
    seen = [target[CcInfo] for target in [ctx.attr.generated] + ctx.attr.deps]
    linking_context, _ = cc_common.create_linking_context_from_compilation_outputs(
        actions = ctx.actions,
        alwayslink = info.alwayslink,
        cc_toolchain = toolchain,
        compilation_outputs = cc_common.merge_compilation_outputs(compilation_outputs = outputs),
        feature_configuration = features,
        linking_contexts = [each.linking_context for each in seen],
        name = ctx.label.name,
    )
    return [
        DefaultInfo(files = depset(_archives(ctx, linking_context))),
        cc_common.merge_cc_infos(cc_infos = [CcInfo(linking_context = linking_context)] + [
            CcInfo(compilation_context = each.compilation_context)
            for each in seen
        ]),
    ]

def _archives(ctx, linking_context):
    """The archive that the linker would use."""
    archives = []
    for linker_input in linking_context.linker_inputs.to_list():
        if linker_input.owner == ctx.label:
            for each in linker_input.libraries:
                pic, static = each.pic_static_library, each.static_library
                is_pic = pic and (not static or ctx.var["COMPILATION_MODE"] != "opt")
                archives.append(pic if is_pic else static)
    return archives

compiled_units = rule(
    doc = "A C++ library of generated sources.",
    implementation = _compiled_units_impl,
    attrs = {
        "compiler_flags": attr.string_list(doc = "Flags for the compiler."),
        "deps": attr.label_list(doc = "What all of the sources may include.", providers = [CcInfo]),
        "generated": attr.label(
            doc = "The sources, and what they are linked with.",
            mandatory = True,
            providers = [[UnitsInfo, CcInfo]],
        ),
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
    },
    fragments = ["cpp"],
    provides = [CcInfo],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
