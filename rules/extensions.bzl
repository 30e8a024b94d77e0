"""The repositories that these rules need, for bzlmod. A WORKSPACE gets them from repositories.bzl."""

load("//rules/private:cross_gcc_repo.bzl", "cross_gcc_repo")
load("//rules/private:executorch_repo.bzl", "executorch_repo")
load("//rules/private:glslc_repo.bzl", "glslc_repo")
load("//rules/private:highway_repo.bzl", "highway_repo")
load("//rules/private:python_repo.bzl", "python_repo")
load("//rules/private:torch_repo.bzl", "torch_repo")
load("//rules/private:zig_repo.bzl", "zig_repo")

def _executorch_impl(_module_ctx):
    executorch_repo(name = "executorch")
    executorch_repo(name = "executorch_linux_aarch64", wheel_platform = "manylinux_2_28_aarch64")
    executorch_repo(name = "executorch_macos_arm64", wheel_platform = "macosx_14_0_arm64")
    cross_gcc_repo(name = "rules_executorch_cross_gcc")
    glslc_repo(name = "glslc")
    highway_repo(name = "highway")
    python_repo(name = "rules_executorch_python")
    torch_repo(name = "torch")
    zig_repo(name = "rules_executorch_zig")

executorch = module_extension(
    doc = "Makes `@executorch` of the wheel for each platform, `@highway`, `@glslc`, `@rules_executorch_python` of the Python on PATH, `@torch` of its torch, and the toolchains' compilers.",
    implementation = _executorch_impl,
)
