"""Makes the library that defines custom operators in PyTorch."""

load("//rules/buck2:et_operator_library.bzl", "et_operator_library")
load("//rules/buck2/private:aot_registration.bzl", "aot_registration")
load("//rules/buck2/private:compiled_units.bzl", "compiled_units")
load("//rules/buck2/private:etgen.bzl", "package_label")
load("//rules/buck2/private:loadable_library.bzl", "RPATH", "loadable_library")
load("//rules/common:outputs.bzl", "AOT_HEADERS")
load("//rules/common:upstream.bzl", "take_parameters")

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

    Then, in Python, `torch.ops.load_library(…)` of the file that `buck2 build --show-output :my_ops_aot` prints defines
    `torch.ops.my_ops.…`.

    The operators use the same kernels as the app, compiled for ExecuTorch's types. Without kernels they are defined, but
    cannot be run, which is enough for torch.export. The library is built for the PyTorch in the directory that the
    configuration value `[rules_executorch] torch` names.

    Args:
      name: str.
      yaml_target: source, a yaml file of custom operators.
      kernels: list[dep], kernel libraries (`et_kernel_library`) whose sources are compiled, or C++ libraries that
        contain the kernels.
      deps: list[dep], C++ libraries to link with.
      functional_variants: bool, also define the functional variant of each operator that writes to outs, unless the
        yaml declares it. Models call functional variants.
      compiler_flags: list[str], flags for the kernels and the registration.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as labels.
    """
    take_parameters("exir_custom_ops_aot_lib", package_label(name), kwargs)
    et_operator_library(
        name = name + "_oplist",
        ops_schema_yaml_target = yaml_target,
        **kwargs
    )
    aot_registration(
        name = name + "_gen",
        custom_ops_yaml = yaml_target,
        functional_variants = functional_variants,
        kernels = kernels,
        library = name,
        selection = ":{}_oplist".format(name),
        **kwargs
    )
    native.cxx_library(
        name = name + "_headers",
        exported_deps = ["rules_executorch//:headers"],
        exported_headers = {header: ":{}_gen[{}]".format(name, header) for header in AOT_HEADERS},
        header_namespace = "",
        **kwargs
    )
    compiled_units(
        name = name + "_kernels",
        compiler_flags = ["-std=c++17"] + compiler_flags,
        exported_deps = kernels + deps + [":{}_headers".format(name)],
        generated = ":{}_gen".format(name),
        includes = [":{}_headers".format(name)] + deps,
        **kwargs
    )
    native.cxx_library(
        name = name + "_library",
        srcs = [":{}_gen".format(name)],
        # PyTorch's headers need this standard, exceptions and RTTI.
        compiler_flags = ["-std=c++20", "-fexceptions", "-frtti"] + compiler_flags,
        link_style = "static_pic",
        linker_flags = [RPATH],
        preferred_linkage = "shared",
        soname = "lib{}.so".format(name),
        deps = [
            ":{}_kernels".format(name),
            "rules_executorch//kernels/custom_ops:wrap_to_aten",
            "rules_executorch//third_party/torch:torch",
            "rules_executorch//:runtime",
        ],
        **kwargs
    )
    loadable_library(
        name = name,
        library = ":{}_library".format(name),
        visibility = visibility,
        **kwargs
    )
