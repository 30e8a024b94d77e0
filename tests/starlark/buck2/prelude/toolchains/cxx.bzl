"""GCC: where no compilers are named the prelude takes Clang, which this stand-in lacks."""

load("//cxx:cxx_toolchain_types.bzl", "BinaryUtilitiesInfo", "CxxCompilerInfo", "CxxToolchainInfo", "LinkerInfo", "LinkerType")

def _impl(ctx):
    if ctx.attrs.compiler_type != "gcc" or not ctx.attrs.compiler:
        fail("the toolchain is not GCC: name the compilers, and their type")

    # Tests have no use for optimization.
    unoptimized = ["-O0"]
    return [DefaultInfo(), CxxToolchainInfo(
        as_compiler_info = CxxCompilerInfo(compiler = RunInfo(args = [ctx.attrs.compiler]), compiler_type = "gcc"),
        binary_utilities_info = BinaryUtilitiesInfo(nm = RunInfo(args = ["nm"])),
        c_compiler_info = CxxCompilerInfo(
            compiler = RunInfo(args = [ctx.attrs.compiler]),
            compiler_flags = ctx.attrs.c_flags + unoptimized,
            compiler_type = "gcc",
            preprocessor_flags = [],
        ),
        cxx_compiler_info = CxxCompilerInfo(
            compiler = RunInfo(args = [ctx.attrs.cxx_compiler]),
            compiler_flags = ctx.attrs.cxx_flags + unoptimized,
            compiler_type = "gcc",
            preprocessor_flags = [],
        ),
        linker_info = LinkerInfo(
            archiver = RunInfo(args = ["ar"]),
            archiver_type = "gnu",
            link_style = ctx.attrs.link_style,
            linker = RunInfo(args = [ctx.attrs.linker]),
            linker_flags = ctx.attrs.link_flags,
            object_file_extension = "o",
            type = LinkerType("gnu"),
        ),
    )]

system_cxx_toolchain = rule(
    impl = _impl,
    attrs = {
        "c_flags": attrs.list(attrs.arg(), default = []),
        "compiler": attrs.option(attrs.string(), default = None),
        "compiler_type": attrs.option(attrs.string(), default = None),
        "cxx_compiler": attrs.option(attrs.string(), default = None),
        "cxx_flags": attrs.list(attrs.arg(), default = []),
        "labels": attrs.list(attrs.string(), default = []),
        "link_flags": attrs.list(attrs.arg(), default = []),
        "link_style": attrs.string(default = "shared"),
        "linker": attrs.option(attrs.string(), default = None),
    },
    is_toolchain_rule = True,
)
