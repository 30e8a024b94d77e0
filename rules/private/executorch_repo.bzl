"""The ExecuTorch runtime and its headers, from the wheel on PyPI."""

load(":pip_repo.bzl", "pip_install")

def _executorch_repo_impl(repository_ctx):
    pip_install(repository_ctx, repository_ctx.attr.requirements, "wheel", repository_ctx.attr.wheel_platform)

    # The wheel contains ExecuTorch's own BUILD files; only these three directories are used.
    for directory in ["include", "lib", "kernels"]:
        repository_ctx.symlink("wheel/executorch/" + directory, directory)
    repository_ctx.file("BUILD.bazel", repository_ctx.read(repository_ctx.attr.build_file))

executorch_repo = repository_rule(
    doc = "Makes `:runtime`, `:headers` and `:wheel_kernels` of the ExecuTorch wheel.",
    implementation = _executorch_repo_impl,
    attrs = {
        "build_file": attr.label(
            doc = "The BUILD file of the repository.",
            default = Label("//third_party/executorch:executorch.BUILD.bazel"),
            allow_single_file = True,
        ),
        "requirements": attr.label(
            doc = "A requirements file that pins the wheel by its hashes.",
            default = Label("//third_party/executorch:requirements.txt"),
            allow_single_file = True,
        ),
        "wheel_platform": attr.string(
            doc = "The platform of the wheel, as its name has it; that of this machine if empty.",
        ),
    },
    environ = ["RULES_EXECUTORCH_PYTHON"],
)
