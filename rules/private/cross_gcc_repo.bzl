"""Finds GCC cross compilers on PATH."""

# The Debian packages of the compilers, by the prefix of their programs.
_PACKAGES = {
    "aarch64-linux-gnu": "g++-aarch64-linux-gnu",
    "arm-none-eabi": "gcc-arm-none-eabi libstdc++-arm-none-eabi-newlib",
}

_MISSING = """\
#!/bin/sh
echo "error: {0}-g++ is not on PATH" >&2
echo "hint: install it (Debian: apt-get install {1}), then run bazel shutdown" >&2
exit 1
"""

def _builtin_includes(repository_ctx, gcc):
    """The built-in include directories of the compiler."""
    result = repository_ctx.execute([gcc, "-E", "-xc++", "-v", "/dev/null"], environment = {"LC_ALL": "C"})
    listing = result.stderr.partition("#include <...> search starts here:")[2].partition("End of search list")[0]
    directories = [line.strip() for line in listing.split("\n") if line.strip()]
    return {str(repository_ctx.path(directory)): None for directory in directories + [
        # As printed and with symbolic links resolved: dependency files may have either.
        str(repository_ctx.path(directory).realpath)
        for directory in directories
    ]}.keys()

def _cross_gcc_repo_impl(repository_ctx):
    compilers = {}
    for prefix, packages in _PACKAGES.items():
        gcc = repository_ctx.which(prefix + "-g++")
        if gcc:
            compilers[prefix] = struct(
                includes = _builtin_includes(repository_ctx, gcc),
                missing = "",
                programs = str(gcc)[:-len("g++")],
            )
        else:
            # A toolchain that reports the missing compiler when it is used, not earlier.
            script = "missing_" + prefix
            repository_ctx.file(script, _MISSING.format(prefix, packages))
            compilers[prefix] = struct(includes = [], missing = str(repository_ctx.path(script)), programs = "")
    repository_ctx.file("BUILD.bazel", "")
    repository_ctx.file("gcc.bzl", '"""Compilers by prefix."""\n\nGCC = {}\n'.format(repr(compilers)))

cross_gcc_repo = repository_rule(
    doc = "Makes `gcc.bzl` with the GCC cross compilers of this machine.",
    implementation = _cross_gcc_repo_impl,
    # Searched again by every Bazel server.
    local = True,
    environ = ["PATH"],
)
