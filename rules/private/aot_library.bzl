"""Makes the library that registers custom operators with PyTorch, for exir_custom_ops_aot_lib."""

load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("//rules:et_operator_library.bzl", "et_operator_library")
load(":aot_registration.bzl", "aot_registration")
load(":compiled_units.bzl", "compiled_units")
load(":files_of.bzl", "files_of")

def aot_library(
        name,
        yaml_target,
        kernels,
        kernel_deps = [],
        deps = [],
        functional_variants = True,
        compiler_flags = [],
        visibility = None,
        **kwargs):
    """See exir_custom_ops_aot_lib.

    Args:
      name: str.
      yaml_target: Label.
      kernels: list[Label].
      kernel_deps: list[Label], more kernel libraries; may overlap with `kernels`.
      deps: list[Label].
      functional_variants: bool.
      compiler_flags: list[str].
      visibility: the visibility of the library.
      **kwargs: common attributes.
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
        kernel_deps = kernel_deps,
        kernels = kernels,
        library = name,
        selection = name + "_oplist",
        visibility = private,
        **kwargs
    )
    for group in ["headers", "registration"]:
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
    compiled_units(
        name = name + "_kernels",
        compiler_flags = ["-std=c++17"] + compiler_flags,
        generated = name + "_gen",
        visibility = private,
        deps = [name + "_headers"] + deps,
        **kwargs
    )
    cc_library(
        name = name + "_registration",
        srcs = [name + "_registration_files"],
        alwayslink = True,
        # PyTorch's headers need C++17, exceptions and RTTI.
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
