"""The repositories that these rules need, for bzlmod. A WORKSPACE gets them from repositories.bzl."""

load("//rules/private:executorch_repo.bzl", "executorch_repo")
load("//rules/private:python_repo.bzl", "python_repo")

def _executorch_impl(_module_ctx):
    executorch_repo(name = "executorch")
    python_repo(name = "rules_executorch_python")

executorch = module_extension(
    doc = "Makes `@executorch` of the wheel, and `@rules_executorch_python` of the Python on PATH.",
    implementation = _executorch_impl,
)
