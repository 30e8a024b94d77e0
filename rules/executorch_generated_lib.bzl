"""Makes the library that registers an app's kernels."""

load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("//rules/common:upstream.bzl", "only_custom_ops", "take_parameters")
load("//rules/private:aot_library.bzl", "aot_library")
load("//rules/private:common_attributes.bzl", "of_a_part")
load("//rules/private:compiled_units.bzl", "compiled_units")
load("//rules/private:files_of.bzl", "files_of")
load("//rules/private:registered_library.bzl", "registered_library")
load("//rules/private:registration.bzl", "registration")
load("//rules/private:report.bzl", "report")

_COPTS = ["-std=c++17"]

def executorch_generated_lib(
        name,
        functions_yaml_target = None,
        custom_ops_yaml_target = None,
        fallback_yaml_target = None,
        deps = [],
        kernel_deps = [],
        place = "cpu",
        prefer = [],
        dtype_selective_build = False,
        manual_registration = False,
        support_exceptions = True,
        include_all_prim_ops = True,
        sources_per_unit = 1,
        compiler_flags = [],
        visibility = None,
        **kwargs):
    """Makes a C++ library of the kernels that a selection needs, and nothing else.

    For each selected operator, the kernel libraries are asked in the order they are listed; the first that has a kernel
    for the call wins. Their sources are compiled with the C++ that registers them with the runtime. An operator that
    nobody implements is an error that names it. A selection without any operator, that of a model which is delegated as a
    whole, makes a library that registers nothing.

        executorch_generated_lib(
            name = "kernels",
            deps = [
                ":ops",  # an et_operator_library
                "@rules_executorch//kernels/portable",
            ],
        )

        cc_binary(
            name = "app",
            srcs = ["app.cpp"],
            deps = [":kernels", "@rules_executorch//:runtime"],
        )

    Also made: `<name>_headers`, with `Functions.h` and `NativeFunctions.h`; `<name>_resolution`, the file
    `resolution.json` that says which kernel serves each call and why; `<name>_report`, a page about that, with the models
    and bytes (docs/howto/report.md), which is made where it is asked for.

    Args:
      name: str.
      functions_yaml_target: Label, a yaml file of ATen operators whose kernels are preferred to all libraries'. Their
        sources come from the kernel libraries that have the same kernels, or from C++ libraries in `deps`.
      custom_ops_yaml_target: Label, a yaml file of other operators, likewise.
      fallback_yaml_target: Label, a yaml file that is asked next: for operators that `functions_yaml_target` lacks,
        and for calls that its kernels leave open.
      deps: list[Label], the selections (`et_operator_library`), kernel libraries (`et_kernel_library`) in order of
        preference, C++ libraries that kernels are linked with, and backends (`et_backend_library`) of the app.
      kernel_deps: list[Label], more of them, asked after those in `deps`.
      place: str, where the app runs; kernels for other places are passed over.
      prefer: list[str], names of kernel libraries to ask before all others, whatever the order of `deps`. An entry of
        a yaml may name a library of its own (`library: cmsis_nn`).
      dtype_selective_build: bool, compile each kernel for the dtypes that are selected for it only.
      manual_registration: bool, register the kernels when `torch::executor::register_all_kernels()` of
        `RegisterKernels.h` is called, not when the binary is loaded.
      support_exceptions: bool, turn C++ exceptions of kernels into failures of the call. Without effect where the
        code is compiled with -fno-exceptions.
      include_all_prim_ops: bool, have `selected_prim_ops.h` stand for all of the runtime's own operators and not for
        the selected ones. For those who compile the runtime with ET_PRIM_OPS_SELECTIVE_BUILD.
      sources_per_unit: int, how many kernel sources to join into one: of operators, or of those of a library that
        operators share. More compile faster, for most of the time goes into headers, but a change rebuilds more, and
        sizes are reported for all of a unit together. The sources must not have names in common.
      compiler_flags: list[str], flags for the kernels and the registration.
      visibility: the visibility of all targets that are made.
      **kwargs: common attributes, such as tags and testonly. Also the parameters of ExecuTorch's macro of this name,
        of which these have an effect: `xplat_deps` are deps; `define_static_targets = True` also makes
        `<name>_static`, the same library; with `custom_ops_yaml_target`, `custom_ops_<name>` is made as well, the
        exir_custom_ops_aot_lib of its operators, unless `custom_ops_requires_aot_registration = False`, and nothing
        else with `custom_ops_requires_runtime_registration = False` if there is no functions_yaml_target.
    """
    label = "//{}:{}".format(native.package_name(), name)
    upstream = take_parameters("executorch_generated_lib", label, kwargs)
    deps = deps + upstream.get("xplat_deps", [])
    if custom_ops_yaml_target and upstream.get("custom_ops_requires_aot_registration", True):
        aot_library(
            name = "custom_ops_" + name,
            kernel_deps = kernel_deps,
            kernels = deps,
            visibility = visibility,
            yaml_target = custom_ops_yaml_target,
            # Patterns such as `//...` pass over it: there need not be a PyTorch.
            **dict(kwargs, tags = (kwargs.get("tags") or []) + ["manual"])
        )
    if only_custom_ops(functions_yaml_target, custom_ops_yaml_target, upstream):
        return
    generated = name + "_combined"
    registration(
        name = generated,
        custom_ops_yaml = custom_ops_yaml_target,
        deps = deps,
        dtype_selective_build = dtype_selective_build,
        fallback_yaml = fallback_yaml_target,
        functions_yaml = functions_yaml_target,
        include_all_prim_ops = include_all_prim_ops,
        kernel_deps = kernel_deps,
        library = name,
        manual_registration = manual_registration,
        place = place,
        prefer = prefer,
        sources_per_unit = sources_per_unit,
        support_exceptions = support_exceptions,
        visibility = ["//visibility:private"],
        **kwargs
    )
    for group in ["headers", "resolution"]:
        files_of(
            name = "{}_{}".format(name, "resolution" if group == "resolution" else "header_files"),
            group = group,
            target = generated,
            visibility = visibility,
            **kwargs
        )
    cc_library(
        name = name + "_headers",
        hdrs = [name + "_header_files"],
        includes = [name],
        deps = [Label("//:headers")],
        visibility = visibility,
        **kwargs
    )
    compiled_units(
        name = name + "_cc",
        alwayslink = True,
        compiler_flags = _COPTS + compiler_flags,
        generated = generated,
        visibility = ["//visibility:private"],
        deps = [name + "_headers"],
        **kwargs
    )
    report(
        name = name + "_report",
        kernel_deps = kernel_deps,
        library = name + "_cc",
        registration = generated,
        visibility = visibility,
        deps = deps,
        **of_a_part(kwargs)
    )
    for library in [name] + ([name + "_static"] if upstream.get("define_static_targets") else []):
        registered_library(
            name = library,
            deps = deps,
            kernel_deps = kernel_deps,
            library = name + "_cc",
            registration = generated,
            visibility = visibility,
            **kwargs
        )
