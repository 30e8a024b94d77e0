"""C++ rules, for GCC on Linux, which link as those of the prelude do. They have no attribute that those lack.

By the style of a link, "static", "static_pic" or "shared", and the preferred linkage of a library, it takes the archive of
the library, that of position-independent code, or the shared library. Shared libraries come into a tree next to a binary, on
its rpath, with `link_style = "shared"`, or if it has `runtime_dependency_handling`; and shared libraries have no rpath.
"""

load("//linking:linkable_graph.bzl", "LinkableGraph", "LinkableGraphTSet")
load("//linking:shared_libraries.bzl", "SharedLibrariesTSet", "SharedLibraryInfo")
load("//linking:types.bzl", "Linkage")
load(":cxx_toolchain_types.bzl", "CxxToolchainInfo")
load(":preprocessor.bzl", "CPreprocessorInfo", "CPreprocessorTSet")

_STYLES = ["static", "static_pic", "shared"]

# What a library is linked with, in order, by the style of the link.
_LinkInfo = provider(doc = "What a library is linked with.", fields = ["links"])

def _output_of(style, linkage):
    """What a link takes of a library."""
    if linkage == "shared" or (linkage == "any" and style == "shared"):
        return "shared"
    return "archive" if style == "static" else "pic_archive"

def _merged_links(own, linkage, deps, exported_deps):
    """A library before those it depends on; of a shared one, those whose symbols it exports."""
    result = {}
    for style in _STYLES:
        inherited = exported_deps if _output_of(style, linkage) == "shared" else deps + exported_deps
        result[style] = _in_order([own] if own else [], inherited, style)
    return _LinkInfo(links = result)

def _in_order(own, deps, style):
    """Of libraries that come more than once the last."""
    result = []
    for link in reversed(own + [link for dep in deps if _LinkInfo in dep for link in dep[_LinkInfo].links[style]]):
        if link.name not in [each.name for each in result]:
            result.append(link)
    return list(reversed(result))

def _shared_library(soname, file):
    name = struct(as_str = lambda: soname, ensure_str = lambda: soname, is_str = True)
    return struct(libraries = [struct(lib = struct(output = file), soname = name)])

def _shared_libraries(ctx, own, deps):
    children = [dep[SharedLibraryInfo].set for dep in deps if SharedLibraryInfo in dep]
    return SharedLibraryInfo(set = ctx.actions.tset(SharedLibrariesTSet, value = own, children = children))

def _linkable_graph(ctx, own, linkage, deps):
    children = [dep[LinkableGraph].nodes for dep in deps if LinkableGraph in dep]
    linkable = struct(preferred_linkage = Linkage(linkage), shared_libs = own or struct(libraries = []))
    node = struct(label = ctx.label.raw_target(), linkable = linkable)
    return LinkableGraph(nodes = ctx.actions.tset(LinkableGraphTSet, value = node, children = children))

# --- headers and sources ------------------------------------------------------------------------------------------------

def _header_tree(ctx, name, headers, namespace):
    if not headers:
        return []
    if type(headers) != type({}):
        headers = {header.short_path: header for header in headers}
    prefix = ctx.label.package if namespace == None else namespace
    tree = ctx.actions.symlinked_dir(name, {
        (prefix + "/" + path if prefix else path): header
        for path, header in headers.items()
    })
    return [cmd_args(["-I", tree], hidden = headers.values())]

def _directories(ctx, flag, directories):
    return [[flag, ctx.attrs._package_path + directory] for directory in directories]

def _preprocessors(ctx, own, deps):
    children = [dep[CPreprocessorInfo].set for dep in deps if CPreprocessorInfo in dep]
    return ctx.actions.tset(CPreprocessorTSet, value = own, children = children)

def _exported_preprocessor(ctx):
    if ctx.attrs.raw_headers and ctx.attrs.exported_headers:
        fail("raw_headers cannot be used together with exported_headers")
    return struct(
        args = (
            ctx.attrs.exported_preprocessor_flags +
            _header_tree(ctx, "buck-headers", ctx.attrs.exported_headers, ctx.attrs.header_namespace) +
            [cmd_args(hidden = ctx.attrs.raw_headers)]
        ),
        include_dirs = (
            _directories(ctx, "-I", ctx.attrs.public_include_directories) +
            _directories(ctx, "-isystem", ctx.attrs.public_system_include_directories)
        ),
    )

def _own_preprocessor(ctx):
    return struct(
        args = (
            ctx.attrs.preprocessor_flags +
            _header_tree(ctx, "buck-private-headers", ctx.attrs.headers, ctx.attrs.header_namespace)
        ),
        include_dirs = _directories(ctx, "-I", ctx.attrs.include_directories),
    )

def _toolchain(ctx):
    return ctx.attrs._cxx_toolchain[CxxToolchainInfo]

def _compile(ctx, preprocessors, pic):
    info = _toolchain(ctx).cxx_compiler_info
    objects = []
    for src in ctx.attrs.srcs:
        name = "{}{}.o".format(src.short_path, ".pic" if pic else "")
        object = ctx.actions.declare_output("__objects__/" + name)
        ctx.actions.run(
            cmd_args(
                info.compiler,
                info.compiler_flags,
                preprocessors.project_as_args("args"),
                ctx.attrs.compiler_flags,
                preprocessors.project_as_args("include_dirs"),
                ["-fPIC"] if pic else [],
                "-c",
                src,
                "-o",
                object.as_output(),
            ),
            category = "cxx_compile",
            identifier = name,
        )
        objects.append(object)
    return objects

def _archive(ctx, objects, pic):
    archive = ctx.actions.declare_output("lib{}{}.a".format(ctx.label.name, ".pic" if pic else ""))
    linker = _toolchain(ctx).linker_info
    ctx.actions.run(cmd_args(linker.archiver, "qcsD", archive.as_output(), objects), category = "archive", identifier = archive.basename)
    return archive

def _link_arguments(links):
    args = []
    for link in links:
        # Around a library stand its exported_linker_flags and exported_post_linker_flags.
        args.append(link.flags)
        if link.shared:
            args.append(link.file)
        elif link.file and link.whole:
            args.append(["-Wl,--whole-archive", link.file, "-Wl,--no-whole-archive"])
        elif link.file:
            args.append(link.file)
        args.append(link.post_flags)
    return args

def _link(ctx, output, links, objects, more):
    linker = _toolchain(ctx).linker_info
    ctx.actions.run(
        cmd_args(linker.linker, linker.linker_flags, ctx.attrs.linker_flags, more, objects, _link_arguments(links), "-o", output.as_output()),
        category = "cxx_link",
        identifier = output.basename,
    )

def _link_shared(ctx, soname, style, objects, deps):
    shared = ctx.actions.declare_output(soname)
    _link(ctx, shared, _in_order([], deps, style), objects, ["-shared", "-Wl,-soname," + soname])
    return shared

def _library_providers(ctx, exported, outputs, soname, linkage, deps, exported_deps, runtime_deps):
    """What a library gives to those that depend on it.

    `outputs` are an archive, a pic_archive and a shared library, or None; `runtime_deps` the deps whose
    shared libraries are needed at run time.
    """
    links = {}
    for style in _STYLES:
        output = _output_of(style, linkage)
        file = outputs[output]
        links[style] = struct(
            file = file,
            flags = ctx.attrs.exported_linker_flags,
            name = ctx.label.raw_target(),
            post_flags = ctx.attrs.exported_post_linker_flags,
            shared = output == "shared" and file != None,
            whole = ctx.attrs.link_whole,
        )
    merged = {
        style: _merged_links(links[style], linkage, deps, exported_deps).links[style]
        for style in _STYLES
    }
    solib = None
    if outputs["shared"] and linkage != "static":
        solib = _shared_library(soname, outputs["shared"])
    return [
        DefaultInfo(default_output = outputs[_output_of(_toolchain(ctx).linker_info.link_style, linkage)]),
        CPreprocessorInfo(set = _preprocessors(ctx, exported, exported_deps)),
        _LinkInfo(links = merged),
        _shared_libraries(ctx, solib, runtime_deps),
        _linkable_graph(ctx, solib, linkage, runtime_deps),
    ]

# --- rules --------------------------------------------------------------------------------------------------------------

_TOOLCHAIN = {
    "_cxx_toolchain": attrs.toolchain_dep(default = "toolchains//:cxx", providers = [CxxToolchainInfo]),
    "_package_path": attrs.string(default = "(package path)"),
}

_LIBRARY_ATTRS = _TOOLCHAIN | {
    "deps": attrs.list(attrs.dep(), default = []),
    "exported_deps": attrs.list(attrs.dep(), default = []),
    "exported_headers": attrs.named_set(attrs.source(), default = []),
    "exported_linker_flags": attrs.list(attrs.arg(), default = []),
    "exported_post_linker_flags": attrs.list(attrs.arg(), default = []),
    "exported_preprocessor_flags": attrs.list(attrs.arg(), default = []),
    "header_namespace": attrs.option(attrs.string(), default = None),
    "labels": attrs.list(attrs.string(), default = []),
    "linker_flags": attrs.list(attrs.arg(), default = []),
    "preferred_linkage": attrs.enum(["any", "static", "shared"], default = "any"),
    "public_include_directories": attrs.set(attrs.string(), default = []),
    "public_system_include_directories": attrs.set(attrs.string(), default = []),
    "raw_headers": attrs.set(attrs.source(), default = []),
    "soname": attrs.option(attrs.string(), default = None),
}

_SOURCES_ATTRS = {
    "compiler_flags": attrs.list(attrs.arg(), default = []),
    "headers": attrs.named_set(attrs.source(), default = []),
    "include_directories": attrs.set(attrs.string(), default = []),
    "link_style": attrs.option(attrs.enum(_STYLES), default = None),
    "preprocessor_flags": attrs.list(attrs.arg(), default = []),
    "srcs": attrs.list(attrs.source(), default = []),
}

def _cxx_library_impl(ctx):
    deps, exported_deps = ctx.attrs.deps, ctx.attrs.exported_deps
    exported = _exported_preprocessor(ctx)
    linkage = "static" if ctx.attrs.force_static else ctx.attrs.preferred_linkage
    soname = ctx.attrs.soname or "lib{}.so".format(ctx.label.name)
    outputs = {"archive": None, "pic_archive": None, "shared": None}

    # Nothing to compile, nothing to link: not even a shared library.
    if ctx.attrs.srcs:
        own = _own_preprocessor(ctx)
        both = struct(args = [own.args, exported.args], include_dirs = [own.include_dirs, exported.include_dirs])
        preprocessors = _preprocessors(ctx, both, exported_deps + deps)
        pic_objects = _compile(ctx, preprocessors, pic = True)
        if linkage != "shared":
            outputs["archive"] = _archive(ctx, _compile(ctx, preprocessors, pic = False), pic = False)
            outputs["pic_archive"] = _archive(ctx, pic_objects, pic = True)
        if linkage != "static":
            style = ctx.attrs.link_style or "shared"
            outputs["shared"] = _link_shared(ctx, soname, "static_pic" if style == "static" else style, pic_objects, deps + exported_deps)
    return _library_providers(ctx, exported, outputs, soname, linkage, deps, exported_deps, deps + exported_deps)

cxx_library = rule(
    impl = _cxx_library_impl,
    attrs = _LIBRARY_ATTRS | _SOURCES_ATTRS | {
        "force_static": attrs.option(attrs.bool(), default = None),
        "link_whole": attrs.option(attrs.bool(), default = None),
    },
)

def _prebuilt_cxx_library_impl(ctx):
    deps, exported_deps = ctx.attrs.deps, ctx.attrs.exported_deps
    linkage = ctx.attrs.preferred_linkage
    pic_archive = ctx.attrs.static_pic_lib or ctx.attrs.static_lib
    shared = ctx.attrs.shared_lib
    soname = ctx.attrs.soname or "lib{}.so".format(ctx.label.name)
    if not shared and pic_archive and linkage != "static" and not ctx.attrs.header_only:
        whole = cmd_args("-Wl,--whole-archive", pic_archive, "-Wl,--no-whole-archive")
        shared = _link_shared(ctx, soname, "shared", [whole], exported_deps)
    outputs = {"archive": ctx.attrs.static_lib, "pic_archive": pic_archive, "shared": shared}
    if ctx.attrs.header_only:
        outputs = {"archive": None, "pic_archive": None, "shared": None}
    return _library_providers(ctx, _exported_preprocessor(ctx), outputs, soname, linkage, deps, exported_deps, exported_deps)

prebuilt_cxx_library = rule(
    impl = _prebuilt_cxx_library_impl,
    attrs = _LIBRARY_ATTRS | {
        "header_only": attrs.bool(default = False),
        "link_whole": attrs.bool(default = False),
        "shared_lib": attrs.option(attrs.source(), default = None),
        "static_lib": attrs.option(attrs.source(), default = None),
        "static_pic_lib": attrs.option(attrs.source(), default = None),
    },
)

def _runtime_libraries(ctx, style):
    """The shared libraries that come into the tree next to a binary, by their sonames."""
    handling = ctx.attrs.runtime_dependency_handling or "no_symlink"
    if style == "shared":
        groups = _shared_libraries(ctx, None, ctx.attrs.deps).set.traverse()
    elif handling == "symlink":
        nodes = _linkable_graph(ctx, None, "any", ctx.attrs.deps).nodes.traverse()
        groups = [node.linkable.shared_libs for node in nodes if node.linkable.preferred_linkage.value == "shared"]
    elif handling == "no_symlink":
        groups = []
    else:
        fail("the stand-in supports only runtime_dependency_handling = symlink")
    return {each.soname.ensure_str(): each.lib.output for group in groups for each in group.libraries}

def _cxx_binary_impl(ctx):
    style = ctx.attrs.link_style or _toolchain(ctx).linker_info.link_style
    preprocessors = _preprocessors(ctx, _own_preprocessor(ctx), ctx.attrs.deps)
    objects = _compile(ctx, preprocessors, pic = style != "static")
    binary = ctx.actions.declare_output(ctx.label.name)
    libraries = _runtime_libraries(ctx, style)
    trees, rpath = [], []
    if libraries:
        name = "__{}__shared_libs_symlink_tree".format(ctx.label.name)
        trees = [ctx.actions.symlinked_dir(name, libraries)]
        rpath = ["-Wl,-rpath,$ORIGIN/" + name]
    _link(ctx, binary, _in_order([], ctx.attrs.deps, style), objects, rpath)

    # What the tree has is there for who runs the binary, and not for who names it as a source.
    return [
        DefaultInfo(default_output = binary, other_outputs = trees + libraries.values()),
        RunInfo(args = cmd_args(binary, hidden = trees + libraries.values())),
    ]

cxx_binary = rule(
    impl = _cxx_binary_impl,
    attrs = _TOOLCHAIN | _SOURCES_ATTRS | {
        "deps": attrs.list(attrs.dep(), default = []),
        "header_namespace": attrs.option(attrs.string(), default = None),
        "labels": attrs.list(attrs.string(), default = []),
        "linker_flags": attrs.list(attrs.arg(), default = []),
        "runtime_dependency_handling": attrs.option(
            attrs.enum(["no_symlink", "symlink_single_level_only", "symlink"]),
            default = None,
        ),
    },
)
