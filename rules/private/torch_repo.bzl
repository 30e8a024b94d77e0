"""Headers and libraries of the PyTorch with which models are exported."""

load(":pip_repo.bzl", "find_python")

# Prints where torch is and its version, without importing it.
_FIND = """\
import importlib.metadata, importlib.util, os
spec = importlib.util.find_spec("torch")
if spec is not None and spec.origin and os.path.isdir(os.path.join(os.path.dirname(spec.origin), "include", "ATen")):
    print(os.path.dirname(spec.origin))
    print(importlib.metadata.version("torch"))
"""

def _torch_repo_impl(repository_ctx):
    python = find_python(repository_ctx).path
    result = repository_ctx.execute([python, "-c", _FIND])
    lines = result.stdout.splitlines()
    if len(lines) != 2:
        fail("{} has no torch, and exir_custom_ops_aot_lib needs it: install it there (pip install torch), or set RULES_EXECUTORCH_PYTHON to the Python that you export models with".format(python))
    for directory in ["include", "lib"]:
        repository_ctx.symlink(lines[0] + "/" + directory, directory)
    repository_ctx.template(
        "BUILD.bazel",
        repository_ctx.attr.build_file,
        substitutions = {"%{version}": lines[1]},
        executable = False,
    )

torch_repo = repository_rule(
    doc = "Makes `:torch` of the torch of the interpreter that RULES_EXECUTORCH_PYTHON names, or of python3 on PATH.",
    implementation = _torch_repo_impl,
    attrs = {
        "build_file": attr.label(
            doc = "The BUILD file of the repository.",
            default = Label("//third_party/torch:torch.BUILD.bazel"),
            allow_single_file = True,
        ),
    },
    # Searched again by every Bazel server, because nothing here is pinned.
    local = True,
    environ = ["RULES_EXECUTORCH_PYTHON"],
)
