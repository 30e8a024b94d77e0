"""Compiles generated sources; the sources of each kernel library are compiled with its own include
directories.

A cxx_library has one include path for all of its sources, and its sources must be known before the selection
is computed. Here a dynamic action compiles the sources that `etgen generate` lists, with the toolchain's
compiler and flags, and prebuilt_cxx_library wraps the archives.
"""

load("@prelude//cxx:cxx_toolchain_types.bzl", "CxxToolchainInfo", "LinkerType")
load("@prelude//cxx:preprocessor.bzl", "CPreprocessorInfo")

UnitsInfo = provider(
    doc = "Generated sources, and what they are compiled with.",
    fields = {
        # A directory with a subdirectory for each part.
        "directory": provider_field(Artifact),
        # A list[CPreprocessorInfo] by the name of each part.
        "parts": provider_field(typing.Any),
        # A list of sources that are compiled without these include directories.
        "sources": provider_field(typing.Any),
        # A file that lists the sources in the directory.
        "unit_list": provider_field(Artifact),
    },
)

def _compiler_of(toolchain, path):
    if path.endswith(".c"):
        return toolchain.c_compiler_info
    return toolchain.as_compiler_info if path.endswith(".S") else toolchain.cxx_compiler_info

def _compile(actions, toolchain, source, path, flags, includes, flavor):
    """Compiles a source. Returns the object file, which is named like those of a cxx_library."""
    info = _compiler_of(toolchain, path)
    name = "{}{}.{}".format(path, "." + flavor if flavor else "", toolchain.linker_info.object_file_extension)
    object = actions.declare_output("__objects__/" + name)
    output = object.as_output()
    is_windows = info.compiler_type in ["clang_cl", "windows"]
    actions.run(
        cmd_args(
            info.compiler,
            info.preprocessor_flags or [],
            info.compiler_flags or [],
            ["-fPIC"] if flavor == "pic" and not is_windows else [],
            includes,
            flags,
            "-c",
            source,
            cmd_args(output, format = "/Fo{}") if is_windows else ["-o", output],
        ),
        category = "cxx_compile",
        identifier = name,
    )
    return object

def _archive_impl(actions, archive, directory, flags, flavor, includes, sources, toolchain, unit_list):
    units = [(source, source.basename, includes[""]) for source in sources]
    for path in unit_list.read_string().splitlines():
        source = directory.project(path)

        # From where a unit of several sources includes itself: the directory, of which the action has this source alone.
        own = cmd_args(source, format = "-I{}", parent = 1 + path.count("/"))
        units.append((source, path, [includes[path.partition("/")[0]], own]))
    objects = [
        _compile(actions, toolchain, source, path, flags, searched, flavor)
        for source, path, searched in units
    ]
    linker = toolchain.linker_info
    if linker.archiver_type in ["windows", "windows_clang"]:
        command = cmd_args(linker.archiver, cmd_args(archive, format = "/OUT:{}"), objects)
    else:
        # Append, because two object files may have the same name, and without timestamps, which Apple's ar
        # controls by the environment.
        command = cmd_args(linker.archiver, "qcsD" if linker.type == LinkerType("gnu") else "qcs", archive, objects)
    actions.run(command, category = "archive", identifier = flavor or None, env = {"ZERO_AR_DATE": "1"})
    return []

_archive = dynamic_actions(
    impl = _archive_impl,
    attrs = {
        "archive": dynattrs.output(),
        "directory": dynattrs.value(Artifact),
        "flags": dynattrs.value(cmd_args),
        "flavor": dynattrs.value(str),
        "includes": dynattrs.dict(str, dynattrs.value(cmd_args)),
        "sources": dynattrs.list(dynattrs.value(Artifact)),
        "toolchain": dynattrs.value(CxxToolchainInfo),
        "unit_list": dynattrs.artifact_value(),
    },
)

def _includes(infos):
    sets = [info.set for info in infos]
    return cmd_args(
        [each.project_as_args("args") for each in sets],
        [each.project_as_args("include_dirs") for each in sets],
    )

def _compiled_units_impl(ctx):
    units = ctx.attrs.generated[UnitsInfo]
    common = [dep[CPreprocessorInfo] for dep in ctx.attrs.deps if CPreprocessorInfo in dep]
    includes = {"": _includes(common)} | {name: _includes(infos + common) for name, infos in units.parts.items()}
    archives = {}
    for flavor in ["", "pic"]:
        archive = ctx.actions.declare_output("lib{}{}.a".format(ctx.label.name, "_" + flavor if flavor else ""))
        ctx.actions.dynamic_output_new(_archive(
            archive = archive.as_output(),
            directory = units.directory,
            flags = cmd_args(ctx.attrs.compiler_flags),
            flavor = flavor,
            includes = includes,
            sources = units.sources,
            toolchain = ctx.attrs._cxx_toolchain[CxxToolchainInfo],
            unit_list = units.unit_list,
        ))
        archives[flavor] = archive
    return [DefaultInfo(
        default_output = archives[""],
        sub_targets = {"pic": [DefaultInfo(default_output = archives["pic"])]},
    )]

_compiled_units = rule(
    doc = "An archive of generated sources; its sub-target `[pic]` is of position-independent code.",
    impl = _compiled_units_impl,
    attrs = {
        "compiler_flags": attrs.list(attrs.arg(), default = [], doc = "Flags for the compiler."),
        "deps": attrs.list(attrs.dep(), default = [], doc = "What all of the sources may include."),
        "generated": attrs.dep(providers = [UnitsInfo], doc = "The sources."),
        "labels": attrs.list(attrs.string(), default = []),
        "_cxx_toolchain": attrs.toolchain_dep(default = "toolchains//:cxx", providers = [CxxToolchainInfo]),
    },
)

def compiled_units(name, generated, includes, compiler_flags, exported_deps, link_whole = False, **kwargs):
    """A C++ library of generated sources.

    It is an archive if the binary is linked statically: see registered_library.bzl.

    Args:
      name: str.
      generated: str, the target with the sources.
      includes: list[str], targets whose headers all sources may include.
      compiler_flags: list[str], flags for the compiler.
      exported_deps: list[str], what it is linked with.
      link_whole: bool, link all object files even if nothing refers to them.
      **kwargs: common attributes.
    """
    _compiled_units(
        name = name + "_archive",
        compiler_flags = compiler_flags,
        deps = includes,
        generated = generated,
        **kwargs
    )
    native.prebuilt_cxx_library(
        name = name,
        exported_deps = exported_deps,
        link_whole = link_whole,
        preferred_linkage = "static",
        static_lib = ":{}_archive".format(name),
        static_pic_lib = ":{}_archive[pic]".format(name),
        **kwargs
    )
