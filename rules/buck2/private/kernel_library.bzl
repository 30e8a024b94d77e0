"""The rule behind et_kernel_library."""

load("@prelude//cxx:preprocessor.bzl", "CPreprocessorInfo")
load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo")
load("//rules/common:checks.bzl", "check_kernel_deps")
load(":etgen.bzl", "display_label")

def _kernel_library_impl(ctx):
    yamls = ctx.attrs.functions_yaml + ctx.attrs.custom_ops_yaml
    infos = [dep[EtKernelLibraryInfo] for dep in ctx.attrs.deps if EtKernelLibraryInfo in dep]
    check_kernel_deps(display_label(ctx), [info.label for info in infos if info.yamls])
    own = struct(
        label = display_label(ctx),
        name = ctx.attrs.library or ctx.label.name,
        preprocessors = [ctx.attrs.cxx[CPreprocessorInfo]],
        sources = ctx.attrs.srcs,
    )
    parts = {part.label: part for part in [part for info in infos for part in info.parts] + [own]}.values()
    headers = ctx.attrs.hdrs + [header for info in infos for header in info.headers]
    description = ctx.actions.write_json(ctx.label.name + ".kernel_library.json", {
        "custom_ops_yaml": ctx.attrs.custom_ops_yaml,
        "functions_yaml": ctx.attrs.functions_yaml,
        "hdrs": headers,
        "label": own.label,
        "name": own.name,
        "place": ctx.attrs.place,
        "srcs": [source for part in parts for source in part.sources],
    })

    # An alias of the C++ library, so that dependents are compiled with the headers of the kernels.
    return ctx.attrs.cxx.providers + [EtKernelLibraryInfo(
        description = description,
        headers = headers,
        label = own.label,
        library = own.name,
        parts = parts,
        yamls = yamls,
    )]

kernel_library = rule(
    doc = "Describes kernels; see et_kernel_library.",
    impl = _kernel_library_impl,
    attrs = {
        "custom_ops_yaml": attrs.list(attrs.source(), doc = "Yaml files of operators that are not in ATen."),
        "cxx": attrs.dep(doc = "A C++ library of the headers, and of what the sources include and call."),
        "deps": attrs.list(attrs.dep(), doc = "Kernel libraries without yaml files among them."),
        "functions_yaml": attrs.list(attrs.source(), doc = "Yaml files of ATen operators."),
        "hdrs": attrs.list(attrs.source(), default = [], doc = "Headers of the sources."),
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.option(attrs.string(), default = None, doc = "The name of the library; the target's if none."),
        "place": attrs.string(default = "cpu", doc = "Where the kernels run."),
        "srcs": attrs.list(
            attrs.source(),
            doc = "Sources; `op_<operator>.cpp` is compiled where one of that operator's kernels is selected.",
        ),
    },
)
