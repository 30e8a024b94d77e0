"""The GLSL compiler of this machine."""

_BUILD = """\
# The compiler of this machine.
exports_files(["glslc"], visibility = ["//visibility:public"])
"""

def _glslc_repo_impl(repository_ctx):
    named = repository_ctx.os.environ.get("RULES_EXECUTORCH_GLSLC")
    glslc = named or repository_ctx.which("glslc")
    if not glslc:
        fail("no glslc on PATH, and et_shader_custom_op needs it to compile shaders: install it (Debian: apt install glslc; for tensors pip install ai_ml_sdk_scenario_runner), and set RULES_EXECUTORCH_GLSLC if it is not on PATH")
    if not repository_ctx.path(str(glslc)).exists:
        fail("RULES_EXECUTORCH_GLSLC names {}, which does not exist".format(glslc))
    repository_ctx.symlink(str(glslc), "glslc")
    repository_ctx.file("BUILD.bazel", _BUILD)

glslc_repo = repository_rule(
    doc = "Makes `:glslc` of what RULES_EXECUTORCH_GLSLC names, or of glslc on PATH.",
    implementation = _glslc_repo_impl,
    # Searched again by every Bazel server, because nothing here is pinned.
    local = True,
    environ = ["PATH", "RULES_EXECUTORCH_GLSLC"],
)
