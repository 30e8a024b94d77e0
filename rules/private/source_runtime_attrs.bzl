"""The attributes of executorch_source_runtime, written from rules/spec by tools/dev/write_rules.py."""

SOURCE_RUNTIME_DOC = """Compiles the ExecuTorch runtime from its source tree, for platforms and releases that have no wheel.

The repository has a target `:runtime`, and one for each extension. `--@rules_executorch//:runtime=@<name>//:runtime`
links all kernels and apps with it. `:runtime` has the extensions that `Module` needs, and tensor; `:runner_util` is a
separate target, and so is `:threadpool` if `threadpool_deps` names its libraries.

In a WORKSPACE, this is a repository rule. With bzlmod, the tag `runtime` of the module extension `executorch_source`
in `@rules_executorch//rules:source_extensions.bzl` has the same attributes.

The flatbuffers compiler is compiled from the same sources as the headers, for the host.
"""

SOURCE_RUNTIME_ATTRS = {
    "path": attr.string(
        doc = "The path of a checkout of ExecuTorch. Give `path` or `urls`.",
    ),
    "urls": attr.string_list(
        doc = "The URLs of an archive of ExecuTorch.",
    ),
    "sha256": attr.string(
        doc = "The SHA-256 of the archive.",
    ),
    "strip_prefix": attr.string(
        doc = "The directory of the source tree in the archive.",
    ),
    "flatbuffers": attr.string(
        doc = "The path of a checkout of flatbuffers. By default `third-party/flatbuffers` of the tree, or, if an archive of ExecuTorch lacks it, an archive of the release that ExecuTorch uses.",
    ),
    "flatbuffers_urls": attr.string_list(
        doc = "The URLs of an archive of flatbuffers, instead of `flatbuffers`.",
    ),
    "flatbuffers_sha256": attr.string(
        doc = "The SHA-256 of the archive of flatbuffers.",
    ),
    "flatbuffers_strip_prefix": attr.string(
        doc = "The directory of flatbuffers in the archive.",
    ),
    "platform": attr.string(
        doc = "The name of `runtime/platform/default/<platform>.cpp`: posix, minimal or android; none if the app defines these functions.",
        default = "posix",
    ),
    "log_level": attr.string(
        doc = "The lowest level that is logged: Debug, Info, Error, Fatal, or OFF to compile no messages.",
        default = "Info",
    ),
    "event_tracer": attr.bool(
        doc = "Compile the code for profiling.",
    ),
    "max_kernel_num": attr.int(
        doc = "The capacity of the kernel registry; 0 for ExecuTorch's own default.",
    ),
    "selected_prim_ops": attr.string(
        doc = "The label of an et_operator_library, such as `@//app:ops`, with public visibility: only those of the runtime's own operators that it selects are compiled. Needs release 1.1 or later.",
    ),
    "threadpool_deps": attr.string_list(
        doc = "The labels of the libraries pthreadpool and cpuinfo; they add a target `:threadpool`.",
    ),
}
