"""C++ toolchains for an installed compiler that takes the flags of GCC."""

load("@rules_cc//cc:cc_toolchain_config_lib.bzl", "feature", "flag_group", "flag_set", "tool_path", "variable_with_value", "with_feature_set")
load("@rules_cc//cc:defs.bzl", "cc_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")

_COMPILE = [
    "assemble",
    "preprocess-assemble",
    "c-compile",
    "c++-compile",
    "c++-header-parsing",
]
_COMPILE_CXX = _COMPILE[3:]
_LINK = [
    "c++-link-executable",
    "c++-link-dynamic-library",
    "c++-link-nodeps-dynamic-library",
]

# The compiler finds Debian's headers and libraries by itself; outputs contain no paths and times.
_REPRODUCIBLE = [
    "-no-canonical-prefixes",
    "-Wno-builtin-macro-redefined",
    "-D__DATE__=\"redacted\"",
    "-D__TIMESTAMP__=\"redacted\"",
    "-D__TIME__=\"redacted\"",
]
_OPTIMISED = [
    "-O2",
    "-DNDEBUG",
    "-ffunction-sections",
    "-fdata-sections",
]

def _flags(name, actions, flags, mode = None):
    """A feature that adds flags: always, or in a compilation mode."""
    return feature(
        name = name,
        enabled = True,
        flag_sets = [flag_set(
            actions = actions,
            flag_groups = [flag_group(flags = flags)],
            with_features = [with_feature_set(features = [mode])] if mode else [],
        )] if flags else [],
    )

# The archiver flags for Linux: for macOS targets, Bazel would use those of Apple's libtool.
_ARCHIVE = feature(
    name = "archiver_flags",
    flag_sets = [flag_set(
        actions = ["c++-link-static-library"],
        flag_groups = [
            flag_group(flags = ["rcsD", "%{output_execpath}"]),
            flag_group(
                expand_if_available = "libraries_to_link",
                flag_groups = [flag_group(
                    flags = ["%{libraries_to_link.name}"],
                    expand_if_equal = variable_with_value(name = "libraries_to_link.type", value = "object_file"),
                ), flag_group(
                    flags = ["%{libraries_to_link.object_files}"],
                    expand_if_equal = variable_with_value(name = "libraries_to_link.type", value = "object_file_group"),
                    iterate_over = "libraries_to_link.object_files",
                )],
                iterate_over = "libraries_to_link",
            ),
        ],
    )],
)

def _gcc_toolchain_config_impl(ctx):
    programs = ctx.attr.programs
    tools = {
        "ar": "ar",
        "cpp": "cpp",
        "gcc": "gcc",
        "gcov": "gcov",
        "ld": "ld",
        "nm": "nm",
        "objcopy": "objcopy",
        "objdump": "objdump",
        "strip": "strip",
    }
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        abi_libc_version = "unknown",
        abi_version = "unknown",
        compiler = "gcc",
        cxx_builtin_include_directories = ctx.attr.includes,
        features = [
            feature(name = "opt"),
            feature(name = "dbg"),
            # Without supports_dynamic_linker, a cc_library only builds an archive. A shared library would be
            # linked with --start-lib, which GNU ld does not support.
            feature(name = "supports_pic", enabled = ctx.attr.supports_shared),
            _flags("reproducible", _COMPILE, _REPRODUCIBLE + ctx.attr.reproducible),
            _flags("target", _COMPILE, ctx.attr.copts),
            _flags("target_cxx", _COMPILE_CXX, ctx.attr.cxxopts),
            _flags("target_link", _LINK, ctx.attr.copts + ctx.attr.linkopts),
            _flags("optimised", _COMPILE, _OPTIMISED, mode = "opt"),
            _flags("debuggable", _COMPILE, ["-g"], mode = "dbg"),
        ] + ([_ARCHIVE] if ctx.attr.target_libc == "macosx" else []),
        host_system_name = "local",
        target_cpu = ctx.attr.cpu,
        # Bazel chooses the linker options for macOS by this name.
        target_libc = ctx.attr.target_libc,
        target_system_name = ctx.attr.cpu,
        tool_paths = [
            tool_path(name = tool, path = ctx.attr.missing or programs + program)
            for tool, program in tools.items()
        ],
        toolchain_identifier = ctx.attr.cpu,
    )

_gcc_toolchain_config = rule(
    doc = "How GCC is called.",
    implementation = _gcc_toolchain_config_impl,
    attrs = {
        "copts": attr.string_list(doc = "Flags that choose the target, for compiling and linking."),
        "cpu": attr.string(doc = "What the toolchain is for, in names."),
        "cxxopts": attr.string_list(doc = "More of them, for C++."),
        "includes": attr.string_list(doc = "Where the compiler looks for headers by itself."),
        "linkopts": attr.string_list(doc = "What programs are linked with."),
        "missing": attr.string(doc = "A program to run instead of the compiler, if there is none."),
        "programs": attr.string(doc = "The path of its programs, up to the name: `/usr/bin/aarch64-linux-gnu-`."),
        "reproducible": attr.string_list(doc = "Flags that keep paths out of outputs, as far as the compiler has its own."),
        "supports_shared": attr.bool(doc = "Whether there are shared libraries."),
        "target_libc": attr.string(doc = "The C library, `macosx` if it is that of macOS."),
    },
)

def gcc_toolchain(
        name,
        gcc,
        constraint_values,
        copts = [],
        cxxopts = [],
        linkopts = ["-lstdc++", "-lm"],
        reproducible = ["-fno-canonical-system-headers"],
        supports_shared = True,
        target_libc = "unknown"):
    """A toolchain for `--extra_toolchains`.

    Args:
      name: str.
      gcc: struct, the compiler, of cross_gcc_repo.
      constraint_values: list[Label], the target platform.
      copts: list[str], flags that select the target processor.
      cxxopts: list[str], more flags for C++.
      linkopts: list[str], flags for linking.
      reproducible: list[str], compiler-specific flags that keep paths out of outputs.
      supports_shared: bool, whether there are shared libraries.
      target_libc: str, `macosx` if it is that of macOS.
    """
    _gcc_toolchain_config(
        name = name + "_config",
        copts = copts,
        cpu = name,
        cxxopts = cxxopts,
        includes = gcc.includes,
        linkopts = linkopts,
        missing = gcc.missing,
        programs = gcc.programs,
        reproducible = reproducible,
        supports_shared = supports_shared,
        target_libc = target_libc,
    )
    native.filegroup(name = name + "_files")
    cc_toolchain(
        name = name + "_cc",
        all_files = name + "_files",
        compiler_files = name + "_files",
        dwp_files = name + "_files",
        linker_files = name + "_files",
        objcopy_files = name + "_files",
        strip_files = name + "_files",
        supports_param_files = 1,
        tags = ["manual"],
        toolchain_config = name + "_config",
        toolchain_identifier = name,
    )
    native.toolchain(
        name = name,
        target_compatible_with = constraint_values,
        toolchain = name + "_cc",
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
        visibility = ["//visibility:public"],
    )
