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
        call_selective_build = False,
        manual_registration = False,
        support_exceptions = True,
        include_all_prim_ops = True,
        sources_per_unit = 1,
        compiler_flags = [],
        visibility = None,
        **kwargs):
    """Makes a C++ library that contains only the kernels that a selection needs.

    For each selected operator, the kernel libraries are asked in the order they are listed; the first library that has a
    kernel for the call wins. The sources of these kernels are compiled, together with generated C++ that registers them
    with the runtime. An operator without a kernel is an error that names it. If the selection is empty, because a model
    is delegated as a whole, the library registers nothing.

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

    The macro also defines `<name>_headers`, with `Functions.h` and `NativeFunctions.h`; `<name>_resolution`, the file
    `resolution.json` that says which kernel serves each call and why; and `<name>_report`, a page with resolution, models
    and sizes (docs/howto/report.md), which is built only on request.

    Args:
      name: str.
      functions_yaml_target: Label, a yaml file of ATen operators whose kernels are preferred to those of all
        libraries. Their sources come from the kernel libraries with the same kernels, or from C++ libraries in
        `deps`.
      custom_ops_yaml_target: Label, a yaml file of other operators, preferred in the same way.
      fallback_yaml_target: Label, a yaml file with lower priority than `functions_yaml_target`: it serves operators
        and calls that the latter does not.
      deps: list[Label], the selections (`et_operator_library`), kernel libraries (`et_kernel_library`) in order of
        preference, C++ libraries that kernels are linked with, and backends (`et_backend_library`) of the app.
      kernel_deps: list[Label], more libraries, asked after those in `deps`.
      place: str, where the app runs. Kernels for this place come first, those for `cpu` serve the remaining calls,
        and kernels for other places are ignored.
      prefer: list[str], names of kernel libraries to ask before all others, regardless of the order of `deps`. A yaml
        entry may name another library (`library: cmsis_nn`).
      dtype_selective_build: bool, compile each kernel only for its selected dtypes.
      call_selective_build: bool, compile each kernel only for what is true of all calls of its operator in the
        models, such as their ranks, static shapes and constant arguments. The registration lets other calls fail. An
        operator that is also selected in another way than by a model is compiled for all calls.
      manual_registration: bool, register the kernels when `torch::executor::register_<name>_kernels()` of
        `register_<name>_kernels.h` is called, not when the binary is loaded. Of several such libraries in a binary,
        an app registers what it needs when it does. Where there is one, `register_all_kernels()` of
        `RegisterKernels.h` is the same. In the function's name, what C++ has not in names is `_`.
      support_exceptions: bool, turn C++ exceptions of kernels into failures of the call. It has no effect in code
        that is compiled with -fno-exceptions.
      include_all_prim_ops: bool, let `selected_prim_ops.h` select all of the runtime's own operators instead of the
        selected ones. This is for apps that compile the runtime with ET_PRIM_OPS_SELECTIVE_BUILD.
      sources_per_unit: int, the number of kernel sources that are joined into one translation unit. Operator sources
        and shared sources are joined separately. Larger units compile faster, because most of the time goes into
        headers, but a change rebuilds more, and sizes are reported per unit. The joined sources must not define the
        same names.
      compiler_flags: list[str], flags for the kernels and the registration.
      visibility: the visibility of all targets that the macro defines.
      **kwargs: common attributes, such as tags and testonly. Also the parameters of ExecuTorch's macro of this name,
        of which these have an effect: `xplat_deps` are deps; `define_static_targets = True` also defines
        `<name>_static`, the same library; with `custom_ops_yaml_target`, the macro also defines `custom_ops_<name>`,
        the exir_custom_ops_aot_lib of its operators, unless `custom_ops_requires_aot_registration = False`; it
        defines nothing else if `custom_ops_requires_runtime_registration = False` and there is no
        functions_yaml_target.
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
        call_selective_build = call_selective_build,
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
