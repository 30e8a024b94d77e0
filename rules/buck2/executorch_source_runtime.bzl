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
                fail("{}: unknown extension {}: give one of {}".format(
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
    """Compiles the ExecuTorch runtime from its source tree, for platforms and releases that have no wheel.

    `[rules_executorch] runtime = root//<package>:<name>` in `.buckconfig` makes all kernels and apps use it.

    The flatbuffers compiler is compiled from the same sources as the headers, for the host.

    Args:
      name: str.
      source: source, a directory with a source tree of ExecuTorch: a target, such as an `http_archive` or
        `git_fetch`, or a directory of the package. Buck2 accepts a directory as a source only if it contains no build
        file: for a checkout, set `[project] ignore = executorch/**/BUCK, executorch/**/TARGETS` in `.buckconfig`.
      flatbuffers: source, a directory with a checkout of flatbuffers; by default `third-party/flatbuffers` of the
        tree, which archives lack. The releases from 1.0 on have 24.3.25.
      extensions: list[str], from data_loader, flat_tensor, memory_allocator, module, named_data_map, runner_util,
        tensor and threadpool; the extensions that they depend on are added.
      platform: str, the name of `runtime/platform/default/<platform>.cpp`: posix, minimal or android; none if the app
        defines these functions.
      log_level: str, the lowest level that is logged: Debug, Info, Error, Fatal, or OFF to compile no messages.
      event_tracer: bool, compile the code for profiling.
      max_kernel_num: int, the capacity of the kernel registry; 0 for ExecuTorch's own default.
      selected_prim_ops: dep, an et_operator_library: only those of the runtime's own operators that it selects are
        compiled. Needs release 1.1 or later.
      threadpool_deps: list[dep], the libraries pthreadpool and cpuinfo, if threadpool is among the extensions.
      visibility: the visibility of the library.
      **kwargs: common attributes, such as labels.
    """
    label = package_label(name)
    parts = _needed(label, extensions)
    if "threadpool" in parts and not threadpool_deps:
        fail("{}: the extension threadpool needs pthreadpool and cpuinfo: list their targets in threadpool_deps".format(label))
    check_platform(label, platform)
    definitions = source_definitions(label, log_level, event_tracer, max_kernel_num)
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
            # Headers in the directory of the source, which it includes by file name.
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
    """The flatbuffers compiler, and the headers that it generates."""
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
