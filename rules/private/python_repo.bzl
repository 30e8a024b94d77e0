"""The Python interpreter that runs the tools, and the packages they import."""

load(":pip_repo.bzl", "find_python", "pip_install")

_BUILD = """\
package(default_visibility = ["//visibility:public"])

# The interpreter.
exports_files(["home/bin/python3"])

# Its shared library and the standard library. Empty if the installed interpreter is used in place.
filegroup(
    name = "home",
    srcs = glob(["home/**"], exclude = ["home/bin/**"]),
)

filegroup(
    name = "packages",
    srcs = glob(["packages/**"]),
)
"""

def _run(repository_ctx, python, what, args):
    """Runs the interpreter, which writes the same bytes on every machine."""
    result = repository_ctx.execute(
        [python, "-s", "-S"] + args,
        environment = {"PYTHONHASHSEED": "0", "PYTHONPATH": ""},
    )
    if result.return_code != 0:
        fail("{} could not {}:\n{}".format(python, what, result.stderr))
    return result.stdout

def _python_repo_impl(repository_ctx):
    python = find_python(repository_ctx).real_path
    if repository_ctx.os.name.startswith("linux"):
        copy_interpreter = repository_ctx.path(repository_ctx.attr.copy_interpreter)
        _run(repository_ctx, python, "be copied", [copy_interpreter, "home"])
    else:
        # On other systems the interpreter only runs where it is installed, so actions depend on this machine.
        repository_ctx.symlink(python, "home/bin/python3")
    pip_install(repository_ctx, repository_ctx.attr.requirements, "packages")

    # Compiled once, not in every action. Without timestamps, so that the bytes depend only on the sources.
    compile = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "packages"]
    _run(repository_ctx, python, "compile the packages of the tools", compile)
    repository_ctx.file("BUILD.bazel", _BUILD)
    tag = _run(repository_ctx, python, "say its version", ["-c", "import sys; print(sys.implementation.cache_tag)"])
    repository_ctx.file("cache_tag.bzl", '"""How this Python names compiled sources."""\n\nCACHE_TAG = "{}"\n'.format(tag.strip()))

python_repo = repository_rule(
    doc = "Makes `:home/bin/python3` and `:home` of the interpreter on PATH, `cache_tag.bzl`, and `:packages` of what the tools need.",
    implementation = _python_repo_impl,
    attrs = {
        "copy_interpreter": attr.label(
            doc = "The script that copies an interpreter.",
            default = Label("//third_party/python:copy_interpreter.py"),
            allow_single_file = True,
        ),
        "requirements": attr.label(
            doc = "A requirements file that pins the packages by their hashes.",
            default = Label("//tools:requirements.txt"),
            allow_single_file = True,
        ),
    },
    environ = ["RULES_EXECUTORCH_PYTHON"],
)
