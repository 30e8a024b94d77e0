"""Compiles the ExecuTorch runtime from its source tree."""

load("//rules/buck2/private:compiled_units.bzl", "compiled_units")
load("//rules/buck2/private:etgen.bzl", "package_label")
load("//rules/buck2/private:prim_ops_header.bzl", "prim_ops_header")
load("//rules/buck2/private:source_runtime.bzl", "schema_headers", "source_tree")
load("//rules/common:source_parts.json", _PARTS = "value")
load("//rules/common:source_runtime.bzl", "check_platform", "source_definitions")

_QUIET = ["-w"]

def _needed(label, extensions):
    """The core, the runtime's own operators, and the extensions with all that they need."""
    parts = []
    left = ["core", "prim_ops"] + extensions
    for _ in range(len(_PARTS) * len(_PARTS)):
        if left:
            part = left.pop(0)
            if part not in _PARTS:
                fail("{}: no extension {}: give one of {}".format(
                    label,
                    part,
                    ", ".join([name for name in _PARTS if name not in ["core", "prim_ops"]]),
                ))
            if part not in parts:
                parts.append(part)
                left += _PARTS[part]["needs"]
    return parts

def executorch_source_runtime(
        name,
        source,
        flatbuffers = None,
        extensions = ["module", "tensor"],
        platform = "posix",
        log_level = "Info",
        event_tracer = False,
        max_kernel_num = 0,
        selected_prim_ops = None,
        threadpool_deps = [],
        visibility = None,
        **kwargs):
    """Compiles the runtime, its own operators and extensions, for platforms and releases that have no wheel.

    `[rules_executorch] runtime = root//<package>:<name>` in `.buckconfig` has all kernels compiled and all apps linked with
    it. flatbuffers' compiler is compiled from the same sources as the headers, for the machine that builds.

    Args:
      name: str.
      source: a directory with a source tree of ExecuTorch: a target, such as an `http_archive` or `git_fetch`, or a
        directory of the package. Buck2 takes a directory for a source if no build file is in it: for a checkout
        `[project] ignore = executorch/**/BUCK, executorch/**/TARGETS` in `.buckconfig` has it overlook ExecuTorch's own.
      flatbuffers: a directory with a checkout of flatbuffers; by default `third-party/flatbuffers` of the tree, which
        archives lack. The releases from 1.0 on have 24.3.25.
      extensions: list[str], of data_loader, flat_tensor, memory_allocator, module, named_data_map, runner_util, tensor and
        threadpool; those that these need are added.
      platform: str, what `runtime/platform/default/<platform>.cpp` is for: posix, minimal or android; none if the app has
        functions of its own.
      log_level: str, what is not logged below: Debug, Info, Error, Fatal, or OFF to compile no message at all.
      event_tracer: bool, have what profiling needs compiled.
      max_kernel_num: int, how many kernels the registry has room for; 0 for ExecuTorch's own default.
      selected_prim_ops: target, an et_operator_library: of the runtime's own operators, those that it selects are
        compiled. Releases from 1.1 on know it.
      threadpool_deps: list[str], the libraries pthreadpool and cpuinfo, if threadpool is among the extensions.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as labels.
    """
    label = package_label(name)
    parts = _needed(label, extensions)
    if "threadpool" in parts and not threadpool_deps:
        fail("{}: the extension threadpool needs pthreadpool and cpuinfo: give threadpool_deps targets of them".format(label))
    check_platform(label, platform)
    definitions = source_definitions(label, log_level, event_tracer)
    if "threadpool" in parts:
        definitions.append("ET_USE_THREADPOOL")
    tree = ":{}_tree".format(name)
    source_tree(
        name = name + "_tree",
        flatbuffers = flatbuffers,
        part_names = sorted(_PARTS) + ["flatc"],
        platform = "" if platform == "none" else platform,
        source = source,
        **kwargs
    )
    _compiler(name, tree, **kwargs)
    native.cxx_library(
        name = name + "_headers",
        exported_preprocessor_flags = [
            "-D" + definition
            for definition in definitions
        ] + [
            "-isystem$(location {}[include])".format(tree),
            "-isystem$(location {}[include])/executorch/runtime/core/portable_type/c10".format(tree),
        ],
        **kwargs
    )
    native.cxx_library(
        name = name + "_generated_headers",
        exported_deps = [":{}_headers".format(name)],
        exported_preprocessor_flags = [
            "-DFLATBUFFERS_MAX_ALIGNMENT=1024",
            "-isystem$(location {}[flatbuffers])/include".format(tree),
            "-isystem$(location :{}_schemas)".format(name),
        ],
        **kwargs
    )
    flags = {
        "core": ["-DMAX_KERNEL_NUM={}".format(max_kernel_num)] if max_kernel_num else [],
        "prim_ops": [],
    }
    if selected_prim_ops:
        prim_ops_header(name = name + "_prim_ops_header", selection = selected_prim_ops, **kwargs)
        flags["prim_ops"] = [
            "-DET_PRIM_OPS_SELECTIVE_BUILD",
            "-I$(location :{}_prim_ops_header)".format(name),
            # What is next to the source, which it includes by its name.
            "-I$(location {}[include])/executorch/kernels/prim_ops".format(tree),
        ]
    for part in parts:
        others = threadpool_deps if part == "threadpool" else []
        compiled_units(
            name = "{}_{}".format(name, part),
            compiler_flags = _QUIET + flags.get(part, []),
            exported_deps = [":{}_headers".format(name)] + [":{}_{}".format(name, need) for need in _PARTS[part]["needs"]] + others,
            generated = "{}[{}_units]".format(tree, part),
            includes = [":{}_generated_headers".format(name)] + others,
            # The runtime's own operators register themselves.
            link_whole = part == "prim_ops",
            **kwargs
        )
    native.cxx_library(
        name = name,
        exported_deps = [":{}_{}".format(name, part) for part in parts],
        visibility = visibility,
        **kwargs
    )

def _compiler(name, tree, **kwargs):
    """flatbuffers' compiler, and the headers that it makes."""
    includes = name + "_flatc_includes"
    native.cxx_library(
        name = includes,
        exported_preprocessor_flags = [
            "-isystem$(location {}[flatbuffers]){}".format(tree, directory)
            for directory in ["", "/include", "/src", "/grpc"]
        ],
        **kwargs
    )
    compiled_units(
        name = name + "_flatc_sources",
        compiler_flags = _QUIET,
        exported_deps = [],
        generated = tree + "[flatc_units]",
        includes = [":" + includes],
        link_whole = True,
        **kwargs
    )
    native.cxx_binary(
        name = name + "_flatc",
        link_style = "static",
        deps = [":{}_flatc_sources".format(name)],
        **kwargs
    )
    schema_headers(
        name = name + "_schemas",
        directory = tree + "[schemas]",
        flatc = ":{}_flatc".format(name),
        schemas = [schema for part in _PARTS.values() for schema in part["schemas"]],
        **kwargs
    )
