"""The repositories that these rules need, for a WORKSPACE. With bzlmod, MODULE.bazel has them."""

load("//rules/private:cross_gcc_repo.bzl", "cross_gcc_repo")
load("//rules/private:executorch_repo.bzl", "executorch_repo")
load("//rules/private:forwarding_repo.bzl", "forward_rules_cc")
load("//rules/private:glslc_repo.bzl", "glslc_repo")
load("//rules/private:highway_repo.bzl", "highway_repo")
load("//rules/private:offline_stubs.bzl", _offline_stubs = "offline_stubs")
load("//rules/private:python_repo.bzl", "python_repo")
load("//rules/private:source_runtime_repo.bzl", _executorch_source_runtime = "executorch_source_runtime")
load("//rules/private:torch_repo.bzl", "torch_repo")
load("//rules/private:zig_repo.bzl", "zig_repo")

executorch_source_runtime = _executorch_source_runtime
offline_stubs = _offline_stubs

def rules_executorch_dependencies():
    """Declares `@executorch` for each platform, `@highway`, `@glslc`, the tools' Python, `@torch`, the cross compilers, and `@rules_cc` where the workspace has none.

    A repository that the workspace has declared before stays as it is.
    """
    if not native.existing_rule("executorch"):
        executorch_repo(name = "executorch")
    if not native.existing_rule("executorch_linux_aarch64"):
        # Fetched only where something is built for it.
        executorch_repo(name = "executorch_linux_aarch64", wheel_platform = "manylinux_2_28_aarch64")
    if not native.existing_rule("executorch_macos_arm64"):
        executorch_repo(name = "executorch_macos_arm64", wheel_platform = "macosx_14_0_arm64")
    if not native.existing_rule("rules_executorch_cross_gcc"):
        cross_gcc_repo(name = "rules_executorch_cross_gcc")
    if not native.existing_rule("rules_executorch_zig"):
        zig_repo(name = "rules_executorch_zig")
    if not native.existing_rule("rules_executorch_python"):
        python_repo(name = "rules_executorch_python")
    if not native.existing_rule("torch"):
        # Fetched only where exir_custom_ops_aot_lib is built.
        torch_repo(name = "torch")
    if not native.existing_rule("glslc"):
        # Fetched only where et_shader_custom_op is built.
        glslc_repo(name = "glslc")
    if not native.existing_rule("highway"):
        # Fetched only where optimized kernels are built.
        highway_repo(name = "highway")
    if not native.existing_rule("rules_cc"):
        forward_rules_cc()
