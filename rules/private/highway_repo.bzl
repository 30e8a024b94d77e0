"""Google Highway, from the source archive of NumPy on PyPI, which has a copy."""

load(":pip_repo.bzl", "pip_install")

def _highway_repo_impl(repository_ctx):
    pip_install(
        repository_ctx,
        repository_ctx.attr.requirements,
        "highway",
        backend = repository_ctx.attr.backend,
    )
    repository_ctx.file("BUILD.bazel", repository_ctx.read(repository_ctx.attr.build_file))

highway_repo = repository_rule(
    doc = "Makes `:highway` and `:targets` of the Highway in NumPy's source archive.",
    implementation = _highway_repo_impl,
    attrs = {
        "backend": attr.label(
            doc = "The build backend that takes Highway out of the archive.",
            default = Label("//third_party/highway:mesonpy.py"),
            allow_single_file = True,
        ),
        "build_file": attr.label(
            doc = "The BUILD file of the repository.",
            default = Label("//third_party/highway:highway.BUILD.bazel"),
            allow_single_file = True,
        ),
        "requirements": attr.label(
            doc = "A requirements file that pins the archive by its hash.",
            default = Label("//third_party/highway:requirements.txt"),
            allow_single_file = True,
        ),
    },
    environ = ["RULES_EXECUTORCH_PYTHON"],
)
