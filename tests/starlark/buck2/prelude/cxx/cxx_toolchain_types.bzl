"""Compilers and linkers, as far as a toolchain of GCC has them."""

LinkerType = enum("gnu", "darwin", "windows", "wasm")  # buildifier: disable=name-conventions

LinkerInfo = provider(doc = "The linker and the archiver.", fields = [
    "archiver",
    "archiver_type",
    "link_style",
    "linker",
    "linker_flags",
    "object_file_extension",
    "type",
])

CxxCompilerInfo = provider(doc = "A compiler and its flags.", fields = ["compiler", "compiler_flags", "compiler_type", "preprocessor_flags"])

BinaryUtilitiesInfo = provider(doc = "What looks into binaries.", fields = ["nm"])

CxxToolchainInfo = provider(doc = "The compilers and the linker.", fields = ["as_compiler_info", "binary_utilities_info", "c_compiler_info", "cxx_compiler_info", "linker_info"])
