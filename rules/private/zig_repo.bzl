"""Finds Zig, which compiles and links for macOS on any machine, through RULES_EXECUTORCH_ZIG or PATH."""

# The oldest macOS that the wheel's runtime is for.
_TARGET = "aarch64-macos.14.0"

# Zig caches its compiled libraries, and actions have no home directory. In builds without optimization, Zig traps undefined
# behavior by default; other compilers do so only if a flag says so.
_CXX = """\
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR="${{ZIG_GLOBAL_CACHE_DIR:-${{TMPDIR:-/tmp}}/rules_executorch_zig.$(id -u)}}"
export ZIG_LOCAL_CACHE_DIR="$ZIG_GLOBAL_CACHE_DIR"
exec '{zig}' c++ -target {target} -fno-sanitize=undefined "$@"
"""

_AR = """\
#!/bin/sh
exec '{zig}' ar "$@"
"""

_MISSING = """\
#!/bin/sh
echo "error: zig is not on PATH, and RULES_EXECUTORCH_ZIG is not set" >&2
echo "hint: install it with python3 -m pip install ziglang, set RULES_EXECUTORCH_ZIG, and run bazel shutdown" >&2
exit 1
"""

def _zig_repo_impl(repository_ctx):
    zig = repository_ctx.os.environ.get("RULES_EXECUTORCH_ZIG") or repository_ctx.which("zig")
    programs = str(repository_ctx.path("aarch64-macos-gcc"))[:-len("gcc")]
    if zig:
        repository_ctx.file("aarch64-macos-gcc", _CXX.format(target = _TARGET, zig = zig))
        repository_ctx.file("aarch64-macos-ar", _AR.format(zig = zig))
        compiler = struct(
            # The directory has the headers of the compiler and of the system.
            includes = [str(repository_ctx.path(str(zig)).realpath.dirname.get_child("lib"))],
            missing = "",
            programs = programs,
        )
    else:
        repository_ctx.file("missing", _MISSING)
        compiler = struct(includes = [], missing = str(repository_ctx.path("missing")), programs = "")
    repository_ctx.file("BUILD.bazel", "")
    repository_ctx.file("zig.bzl", '"""Zig, as a compiler."""\n\nZIG = {}\n'.format(repr(compiler)))

zig_repo = repository_rule(
    doc = "Makes `zig.bzl` with the Zig of this machine.",
    implementation = _zig_repo_impl,
    # Bazel looks for Zig again each time its server starts.
    local = True,
    environ = ["PATH", "RULES_EXECUTORCH_ZIG"],
)
