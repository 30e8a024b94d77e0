"""The rule behind et_kernel_library."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtKernelLibraryInfo")
load("//rules/common:checks.bzl", "check_kernel_deps")
load(":etgen.bzl", "display_label")

def _kernel_library_impl(ctx):
    yamls = ctx.files.functions_yaml + ctx.files.custom_ops_yaml
    infos = [dep[EtKernelLibraryInfo] for dep in ctx.attr.deps if EtKernelLibraryInfo in dep]
    check_kernel_deps(display_label(ctx.label), [display_label(info.label) for info in infos if info.yamls.to_list()])
    sources = depset(ctx.files.srcs, transitive = [info.sources for info in infos])
    headers = depset(ctx.files.hdrs, transitive = [info.headers for info in infos])
    library = ctx.attr.library or ctx.label.name
    description = ctx.actions.declare_file(ctx.label.name + ".kernel_library.json")
    ctx.actions.write(description, json.encode(struct(
        custom_ops_yaml = [file.path for file in ctx.files.custom_ops_yaml],
        functions_yaml = [file.path for file in ctx.files.functions_yaml],
        hdrs = [file.path for file in headers.to_list()],
        label = display_label(ctx.label),
        name = library,
        place = ctx.attr.place,
        srcs = [file.path for file in sources.to_list()],
    )) + "\n")

    # Sources are compiled from copies; the include path contains their original directories.
    own_directories = {file.dirname: None for file in ctx.files.srcs}
    context = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        quote_includes = depset(own_directories.keys()),
    )
    own = CcInfo(compilation_context = context)
    cc_info = cc_common.merge_cc_infos(cc_infos = [own] + [dep[CcInfo] for dep in ctx.attr.deps])
    part = struct(
        context = cc_info.compilation_context,
        label = ctx.label,
        name = library,
        sources = depset(ctx.files.srcs),
    )
    return [
        DefaultInfo(files = depset([description])),
        cc_info,
        EtKernelLibraryInfo(
            description = description,
            headers = headers,
            label = ctx.label,
            library = library,
            parts = depset([part], order = "topological", transitive = [info.parts for info in infos]),
            sources = sources,
            yamls = depset(yamls),
        ),
    ]

kernel_library = rule(
    doc = "Describes kernels; see et_kernel_library.",
    implementation = _kernel_library_impl,
    attrs = {
        "custom_ops_yaml": attr.label(
            doc = "A yaml file of operators that are not in ATen.",
            allow_single_file = [".yaml", ".yml"],
        ),
        "deps": attr.label_list(
            doc = "What the sources include and call: C++ libraries, and kernel libraries without yaml files.",
            providers = [CcInfo],
        ),
        "functions_yaml": attr.label(
            doc = "A yaml file of ATen operators.",
            allow_single_file = [".yaml", ".yml"],
        ),
        "hdrs": attr.label_list(
            doc = "Headers of the sources.",
            allow_files = True,
        ),
        "library": attr.string(doc = "The name of the library; the target's if empty."),
        "place": attr.string(
            doc = "Where the kernels run.",
            default = "cpu",
        ),
        "srcs": attr.label_list(
            doc = "Sources; `op_<operator>.cpp` is compiled where one of that operator's kernels is selected.",
            allow_files = [".c", ".cc", ".cpp", ".cxx", ".S"],
        ),
    },
    provides = [CcInfo, EtKernelLibraryInfo],
)
