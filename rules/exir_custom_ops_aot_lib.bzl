"""Makes the library that brings custom operators to PyTorch."""

load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("//rules:et_operator_library.bzl", "et_operator_library")
load("//rules/private:aot_registration.bzl", "aot_registration")
load("//rules/private:files_of.bzl", "files_of")

def exir_custom_ops_aot_lib(
        name,
        yaml_target,
        kernels = [],
        deps = [],
        functional_variants = True,
        compiler_flags = [],
        visibility = None,
        **kwargs):
    """Makes a shared library that defines the operators of a yaml file in PyTorch, to export models with.

        exir_custom_ops_aot_lib(
            name = "my_ops_aot",
            kernels = [":my_kernels"],  # an et_kernel_library
            yaml_target = "custom_ops.yaml",
        )

    Then, in Python, `torch.ops.load_library("bazel-bin/…/libmy_ops_aot.so")` makes `torch.ops.my_ops.…`. The operators
    run on the same kernels as in the app, compiled for ExecuTorch's types; without kernels they run on nothing, which
    is enough for torch.export. PyTorch is that of the Python that RULES_EXECUTORCH_PYTHON names, or of python3 on PATH.

    Args:
      name: str.
      yaml_target: Label of a yaml file of custom operators.
      kernels: list[Label], kernel libraries (`et_kernel_library`) whose sources are compiled, or C++ libraries that
        hold the kernels.
      deps: list[Label], C++ libraries to link with.
      functional_variants: bool, also define the functional operator for each that writes to outs, where the yaml has
        none. Models call the functional ones.
      compiler_flags: list[str], flags for the kernels and the registration.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as tags and testonly.
    """
    private = ["//visibility:private"]
    et_operator_library(
        name = name + "_oplist",
        ops_schema_yaml_target = yaml_target,
        visibility = private,
        **kwargs
    )
    aot_registration(
        name = name + "_gen",
        custom_ops_yaml = yaml_target,
        functional_variants = functional_variants,
        kernels = kernels,
        library = name,
        selection = name + "_oplist",
        visibility = private,
        **kwargs
    )
    for group in ["kernels", "headers", "registration"]:
        files_of(
            name = "{}_{}_files".format(name, group),
            group = group,
            target = name + "_gen",
            visibility = private,
            **kwargs
        )
    cc_library(
        name = name + "_headers",
        hdrs = [name + "_headers_files"],
        includes = [name],
        visibility = private,
        deps = [Label("//:headers")],
        **kwargs
    )
    cc_library(
        name = name + "_kernels",
        srcs = [name + "_kernels_files"],
        copts = ["-std=c++17"] + compiler_flags,
        visibility = private,
        deps = [name + "_gen", name + "_headers"] + deps,
        **kwargs
    )
    cc_library(
        name = name + "_registration",
        srcs = [name + "_registration_files"],
        alwayslink = True,
        # PyTorch's headers want it, and its own exceptions and types.
        copts = ["-std=c++20", "-fexceptions", "-frtti"] + compiler_flags,
        visibility = private,
        deps = [
            Label("@torch//:torch"),
            Label("//kernels/custom_ops:wrap_to_aten"),
            name + "_headers",
            name + "_kernels",
        ],
        **kwargs
    )
    cc_binary(
        name = "lib{}.so".format(name),
        linkshared = True,
        visibility = visibility,
        deps = [
            name + "_registration",
            Label("//:runtime"),
        ],
        **kwargs
    )
    files_of(
        name = name,
        target = "lib{}.so".format(name),
        visibility = visibility,
        **kwargs
    )
