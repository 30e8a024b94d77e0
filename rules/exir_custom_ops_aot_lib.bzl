"""Makes the library that defines custom operators in PyTorch."""

load("//rules/common:upstream.bzl", "take_parameters")
load("//rules/private:aot_library.bzl", "aot_library")

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

    Then, in Python, `torch.ops.load_library("bazel-bin/…/libmy_ops_aot.so")` defines `torch.ops.my_ops.…`.

    The operators use the same kernels as the app, compiled for ExecuTorch's types. Without kernels they are defined, but
    cannot be run, which is enough for torch.export. The library is built for the PyTorch of the Python that
    RULES_EXECUTORCH_PYTHON names, or of python3 on PATH.

    Args:
      name: str.
      yaml_target: Label, a yaml file of custom operators.
      kernels: list[Label], kernel libraries (`et_kernel_library`) whose sources are compiled, or C++ libraries that
        contain the kernels.
      deps: list[Label], C++ libraries to link with.
      functional_variants: bool, also define the functional variant of each operator that writes to outs, unless the
        yaml declares it. Models call functional variants.
      compiler_flags: list[str], flags for the kernels and the registration.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as tags and testonly.
    """
    take_parameters("exir_custom_ops_aot_lib", "//{}:{}".format(native.package_name(), name), kwargs)
    aot_library(
        name = name,
        compiler_flags = compiler_flags,
        functional_variants = functional_variants,
        kernels = kernels,
        visibility = visibility,
        yaml_target = yaml_target,
        deps = deps,
        **kwargs
    )
