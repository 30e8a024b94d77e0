"""The Python interpreter that runs the tools, and the packages they import."""

load(":pip_repo.bzl", "find_python", "pip_install")

_BUILD = """\
package(default_visibility = ["//visibility:public"])

# The interpreter of this machine.
exports_files(["python3"])

filegroup(
    name = "packages",
    srcs = glob(["packages/**"]),
)
"""

def _python_repo_impl(repository_ctx):
    repository_ctx.symlink(find_python(repository_ctx).real_path, "python3")
    pip_install(repository_ctx, repository_ctx.attr.requirements, "packages")
    repository_ctx.file("BUILD.bazel", _BUILD)

python_repo = repository_rule(
    doc = "Makes `:python3` of the interpreter on PATH, and `:packages` of what the tools need.",
    implementation = _python_repo_impl,
    attrs = {
        "requirements": attr.label(
            doc = "A requirements file that pins the packages by their hashes.",
            default = Label("//tools:requirements.txt"),
            allow_single_file = True,
        ),
    },
    environ = ["RULES_EXECUTORCH_PYTHON"],
)
