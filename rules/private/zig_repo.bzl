"""Finds Zig, whose compiler and linker make programs for macOS on any machine: RULES_EXECUTORCH_ZIG says where, else PATH."""

# The oldest macOS that the wheel's runtime is for.
_TARGET = "aarch64-macos.14.0"

# Zig keeps what it has compiled of its own libraries, and actions have no home. In builds without optimization it has undefined
# behavior trapped; other compilers do so when they are told to.
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
echo "error: zig is not on PATH, and RULES_EXECUTORCH_ZIG does not say where it is" >&2
echo "hint: python3 -m pip install ziglang has one, in the directory of the package; then run bazel shutdown" >&2
exit 1
"""

def _zig_repo_impl(repository_ctx):
    zig = repository_ctx.os.environ.get("RULES_EXECUTORCH_ZIG") or repository_ctx.which("zig")
    programs = str(repository_ctx.path("aarch64-macos-gcc"))[:-len("gcc")]
    if zig:
        repository_ctx.file("aarch64-macos-gcc", _CXX.format(target = _TARGET, zig = zig))
        repository_ctx.file("aarch64-macos-ar", _AR.format(zig = zig))
        compiler = struct(
            # Its headers, and those of the system, are in one place.
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
    # Looked for again with every server.
    local = True,
    environ = ["PATH", "RULES_EXECUTORCH_ZIG"],
)
