"""C++ rules, for GCC on Linux. Attributes that the prelude's rules have not are not here either."""

_CxxInfo = provider(
    doc = "What whoever includes a library's headers is compiled with, and what it is linked with, in order.",
    fields = ["flags", "links"],
)

def _cxx(deps):
    return [dep[_CxxInfo] for dep in deps if _CxxInfo in dep]

def _links(own, deps):
    """A library before those it depends on: of those that come more than once the last."""
    links = own + [link for info in _cxx(deps) for link in info.links]
    result = []
    for link in reversed(links):
        if link.name not in [each.name for each in result]:
            result.append(link)
    return list(reversed(result))

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

def _exported_flags(ctx):
    if ctx.attrs.raw_headers and ctx.attrs.exported_headers:
        fail("raw_headers cannot be used together with exported_headers")
    return (
        ctx.attrs.exported_preprocessor_flags +
        _header_tree(ctx, "buck-headers", ctx.attrs.exported_headers, ctx.attrs.header_namespace) +
        _directories(ctx, "-I", ctx.attrs.public_include_directories) +
        _directories(ctx, "-isystem", ctx.attrs.public_system_include_directories) +
        [cmd_args(hidden = ctx.attrs.raw_headers)]
    )

def _compile(ctx, flags):
    toolchain = ctx.attrs._cxx_toolchain[CxxToolchainInfo]
    objects = []
    for src in ctx.attrs.srcs:
        object = ctx.actions.declare_output("__objects__/{}.o".format(src.short_path))
        ctx.actions.run(
            cmd_args(toolchain.cxx_compiler, toolchain.cxx_flags, "-O0", "-fPIC", ctx.attrs.compiler_flags, flags, "-c", src, "-o", object.as_output()),
            category = "cxx_compile",
            identifier = src.short_path,
        )
        objects.append(object)
    return objects

def _own_flags(ctx):
    return (
        ctx.attrs.preprocessor_flags +
        _header_tree(ctx, "buck-private-headers", ctx.attrs.headers, ctx.attrs.header_namespace) +
        _directories(ctx, "-I", ctx.attrs.include_directories)
    )

def _link_arguments(links):
    args = []
    for link in links:
        args.append(link.flags)
        if link.archive != None and link.whole:
            args.append(["-Wl,--whole-archive", link.archive, "-Wl,--no-whole-archive"])
        elif link.archive != None:
            args.append(link.archive)
        elif link.shared != None:
            args.append([link.shared, cmd_args(link.shared, format = "-Wl,-rpath,$PWD/{}", parent = 1)])
        args.append(link.post_flags)
    return args

def _link(ctx, output, links, objects, more):
    toolchain = ctx.attrs._cxx_toolchain[CxxToolchainInfo]
    ctx.actions.run(
        cmd_args(toolchain.linker, toolchain.link_flags, ctx.attrs.linker_flags, more, objects, _link_arguments(links), "-o", output.as_output()),
        category = "cxx_link",
    )

CxxToolchainInfo = provider(
    doc = "GCC.",
    fields = ["cxx_compiler", "cxx_flags", "link_flags", "link_style", "linker"],
)

_LIBRARY_ATTRS = {
    "deps": attrs.list(attrs.dep(), default = []),
    "exported_deps": attrs.list(attrs.dep(), default = []),
    "exported_headers": attrs.named_set(attrs.source(), default = []),
    "exported_linker_flags": attrs.list(attrs.arg(), default = []),
    "exported_post_linker_flags": attrs.list(attrs.arg(), default = []),
    "exported_preprocessor_flags": attrs.list(attrs.arg(), default = []),
    "force_static": attrs.option(attrs.bool(), default = None),
    "header_namespace": attrs.option(attrs.string(), default = None),
    "labels": attrs.list(attrs.string(), default = []),
    "link_whole": attrs.option(attrs.bool(), default = None),
    "linker_flags": attrs.list(attrs.arg(), default = []),
    "preferred_linkage": attrs.enum(["any", "static", "shared"], default = "any"),
    "public_include_directories": attrs.set(attrs.string(), default = []),
    "public_system_include_directories": attrs.set(attrs.string(), default = []),
    "raw_headers": attrs.set(attrs.source(), default = []),
    "soname": attrs.option(attrs.string(), default = None),
    "_cxx_toolchain": attrs.toolchain_dep(default = "toolchains//:cxx", providers = [CxxToolchainInfo]),
    "_package_path": attrs.string(default = "(package path)"),
}

_SOURCES_ATTRS = {
    "compiler_flags": attrs.list(attrs.arg(), default = []),
    "headers": attrs.named_set(attrs.source(), default = []),
    "include_directories": attrs.set(attrs.string(), default = []),
    "preprocessor_flags": attrs.list(attrs.arg(), default = []),
    "srcs": attrs.list(attrs.source(), default = []),
}

def _cxx_library_impl(ctx):
    exported = _exported_flags(ctx)
    inherited = [info.flags for info in _cxx(ctx.attrs.exported_deps)]
    flags = [_own_flags(ctx), exported, inherited, [info.flags for info in _cxx(ctx.attrs.deps)]]
    objects = _compile(ctx, flags)
    deps = ctx.attrs.deps + ctx.attrs.exported_deps
    archive, shared = None, None
    if ctx.attrs.preferred_linkage == "shared":
        shared = ctx.actions.declare_output(ctx.attrs.soname or "lib{}.so".format(ctx.label.name))
        soname = "-Wl,-soname," + shared.basename
        _link(ctx, shared, _links([], deps), objects, ["-shared", soname])
    elif objects:
        archive = ctx.actions.declare_output("lib{}.a".format(ctx.label.name))
        ctx.actions.run(cmd_args("ar", "rcsD", archive.as_output(), objects), category = "archive")
    own = struct(
        name = ctx.label.raw_target(),
        archive = archive,
        flags = ctx.attrs.exported_linker_flags,
        post_flags = ctx.attrs.exported_post_linker_flags,
        shared = shared,
        whole = ctx.attrs.link_whole,
    )
    return [
        DefaultInfo(default_output = shared or archive),
        _CxxInfo(
            flags = [exported, inherited],
            # What a shared library is linked with is in it.
            links = [own] + [link for link in _links([], deps) if not shared or link.shared != None],
        ),
    ]

cxx_library = rule(
    impl = _cxx_library_impl,
    attrs = _LIBRARY_ATTRS | _SOURCES_ATTRS,
)

def _prebuilt_cxx_library_impl(ctx):
    own = struct(
        name = ctx.label.raw_target(),
        archive = ctx.attrs.static_lib,
        flags = ctx.attrs.exported_linker_flags,
        post_flags = ctx.attrs.exported_post_linker_flags,
        shared = ctx.attrs.shared_lib,
        whole = ctx.attrs.link_whole,
    )
    inherited = [info.flags for info in _cxx(ctx.attrs.exported_deps)]
    return [
        DefaultInfo(default_output = ctx.attrs.shared_lib or ctx.attrs.static_lib),
        _CxxInfo(
            flags = [_exported_flags(ctx), inherited],
            links = _links([own], ctx.attrs.deps + ctx.attrs.exported_deps),
        ),
    ]

prebuilt_cxx_library = rule(
    impl = _prebuilt_cxx_library_impl,
    attrs = _LIBRARY_ATTRS | {
        "header_only": attrs.bool(default = False),
        "shared_lib": attrs.option(attrs.source(), default = None),
        "static_lib": attrs.option(attrs.source(), default = None),
    },
)

def _cxx_binary_impl(ctx):
    style = ctx.attrs.link_style or ctx.attrs._cxx_toolchain[CxxToolchainInfo].link_style
    if style != "static":
        fail("the stand-in links statically")
    objects = _compile(ctx, [_own_flags(ctx), [info.flags for info in _cxx(ctx.attrs.deps)]])
    binary = ctx.actions.declare_output(ctx.label.name)
    _link(ctx, binary, _links([], ctx.attrs.deps), objects, [])
    return [DefaultInfo(default_output = binary), RunInfo(args = [binary])]

cxx_binary = rule(
    impl = _cxx_binary_impl,
    attrs = _SOURCES_ATTRS | {
        "deps": attrs.list(attrs.dep(), default = []),
        "header_namespace": attrs.option(attrs.string(), default = None),
        "labels": attrs.list(attrs.string(), default = []),
        "link_style": attrs.option(attrs.string(), default = None),
        "linker_flags": attrs.list(attrs.arg(), default = []),
        "_cxx_toolchain": attrs.toolchain_dep(default = "toolchains//:cxx", providers = [CxxToolchainInfo]),
        "_package_path": attrs.string(default = "(package path)"),
    },
)
