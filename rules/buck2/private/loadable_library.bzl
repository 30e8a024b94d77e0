"""A shared library, with the libraries that it needs in the same directory, to be loaded by path."""

load("@prelude//linking:linkable_graph.bzl", "LinkableGraph")

# Buck2 gives shared libraries no rpath; their dependencies are on the rpath of the binary.
RPATH = "-Wl,-rpath,$ORIGIN"

def _loadable_library_impl(ctx):
    files = {}
    for node in ctx.attrs.library[LinkableGraph].nodes.traverse():
        if node.linkable and node.linkable.preferred_linkage.value == "shared":
            for each in node.linkable.shared_libs.libraries:
                name = each.soname.ensure_str() if each.soname.is_str else each.lib.output.basename
                files[name] = each.lib.output
    directory = ctx.actions.copied_dir("lib", files)
    library = ctx.attrs.library[DefaultInfo].default_outputs[0]
    return [DefaultInfo(default_output = directory.project(library.basename), other_outputs = [directory])]

loadable_library = rule(
    doc = "A shared library, in a directory with those that it needs.",
    impl = _loadable_library_impl,
    attrs = {
        "labels": attrs.list(attrs.string(), default = []),
        "library": attrs.dep(providers = [LinkableGraph], doc = "The library, linked with RPATH."),
    },
)
