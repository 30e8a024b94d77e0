"""The ExecuTorch runtime compiled from its source tree, for platforms and releases that have no wheel."""

load("//rules/common:source_runtime.bzl", "check_platform", "source_definitions")

# The flatbuffers release that every release of ExecuTorch since 1.0 has as a submodule. Archives of
# ExecuTorch lack it.
_FLATBUFFERS = struct(
    urls = ["https://github.com/google/flatbuffers/archive/refs/tags/v24.3.25.tar.gz"],
    sha256 = "4157c5cacdb59737c5d627e47ac26b140e9ee28b1102f812b36068aab728c1ed",
    strip_prefix = "flatbuffers-24.3.25",
)

def _source_runtime_repo_impl(repository_ctx):
    told = repository_ctx.attr
    tree = _tree(repository_ctx)
    flatbuffers = _flatbuffers(repository_ctx, tree)
    _check(repository_ctx, tree, flatbuffers)

    # ExecuTorch's own build files would turn its directories into packages.
    for directory in ["runtime", "schema", "kernels", "extension"]:
        repository_ctx.symlink(tree.get_child(directory), "executorch/" + directory)
    for directory in ["include/flatbuffers", "include/codegen", "src", "grpc/src/compiler"]:
        _link_files(repository_ctx, flatbuffers, directory)
    settings = {
        "DEFINITIONS": source_definitions(told.name, told.log_level, told.event_tracer),
        "PARTS": json.decode(repository_ctx.read(told.parts)),
        "PLATFORM": told.platform,
        "PRIM_OPS": told.selected_prim_ops,
        "REGISTRY_SIZE": told.max_kernel_num,
        "THREADPOOL_DEPS": told.threadpool_deps,
    }
    lines = ["{} = {}\n".format(name, repr(value)) for name, value in settings.items()]
    repository_ctx.file("settings.bzl", "\"\"\"What the repository rule was told.\"\"\"\n\n" + "\n".join(lines))
    repository_ctx.file("BUILD.bazel", repository_ctx.read(told.build_file))

def _tree(repository_ctx):
    told = repository_ctx.attr
    if bool(told.path) == bool(told.urls):
        fail("{}: give path, a checkout of ExecuTorch, or urls and sha256 of an archive".format(told.name))
    if told.path:
        tree = repository_ctx.path(told.path)
        if not tree.exists:
            fail("{}: {}: no such directory: give path a checkout of ExecuTorch".format(told.name, told.path))
        return tree
    if not told.sha256:
        fail("{}: urls without sha256: give that of the archive".format(told.name))
    return _extract(repository_ctx, "archive", told.urls, told.sha256, told.strip_prefix)

def _extract(repository_ctx, directory, urls, sha256, prefix):
    # Positional arguments, because Bazel 8 renamed the last parameter.
    repository_ctx.download_and_extract(urls, directory, sha256, "", prefix)
    return repository_ctx.path(directory)

def _flatbuffers(repository_ctx, tree):
    told = repository_ctx.attr
    if told.flatbuffers and told.flatbuffers_urls:
        fail("{}: give flatbuffers, a checkout, or flatbuffers_urls, where an archive is, and not both".format(told.name))
    if told.flatbuffers:
        return repository_ctx.path(told.flatbuffers)
    if told.flatbuffers_urls:
        if not told.flatbuffers_sha256:
            fail("{}: flatbuffers_urls without flatbuffers_sha256: give that of the archive".format(told.name))
        return _extract(repository_ctx, "flatbuffers_archive", told.flatbuffers_urls, told.flatbuffers_sha256, told.flatbuffers_strip_prefix)
    submodule = tree.get_child("third-party").get_child("flatbuffers")
    if told.urls and not _has_flatbuffers(submodule):
        return _extract(repository_ctx, "flatbuffers_archive", _FLATBUFFERS.urls, _FLATBUFFERS.sha256, _FLATBUFFERS.strip_prefix)
    return submodule

def _has_flatbuffers(directory):
    return directory.get_child("include").get_child("flatbuffers").get_child("base.h").exists

def _check(repository_ctx, tree, flatbuffers):
    told, name = repository_ctx.attr, repository_ctx.attr.name
    if not tree.get_child("runtime").get_child("executor").get_child("program.cpp").exists:
        fail("{}: {}: not ExecuTorch's source tree, which has runtime/executor/program.cpp: give a checkout, not a prefix or the wheel".format(name, tree))
    if not _has_flatbuffers(flatbuffers):
        fail("{}: {} has no include/flatbuffers/base.h: run git submodule update --init third-party/flatbuffers in the checkout, or give flatbuffers a checkout of it".format(name, flatbuffers))
    prim_ops = tree.get_child("kernels").get_child("prim_ops").get_child("register_prim_ops.cpp")
    if told.selected_prim_ops and "ET_PRIM_OPS_SELECTIVE_BUILD" not in repository_ctx.read(prim_ops):
        fail("{}: the sources in {} have no way to compile a part of the runtime's own operators, as those of 1.1 and later do: leave out selected_prim_ops".format(name, tree))
    check_platform(name, told.platform)

def _link_files(repository_ctx, flatbuffers, directory):
    place = flatbuffers
    for part in directory.split("/"):
        place = place.get_child(part)
    for file in place.readdir() if place.exists else []:
        if file.basename.split(".")[-1] in ["h", "cpp", "cc"]:
            repository_ctx.symlink(file, "flatbuffers/{}/{}".format(directory, file.basename))

# The attributes; tags of the module extension have the same ones.
SOURCE_RUNTIME_ATTRS = {
    "event_tracer": attr.bool(doc = "Whether what profiling needs is compiled."),
    "flatbuffers": attr.string(
        doc = "The path of a checkout of flatbuffers; by default third-party/flatbuffers of the tree, or if an archive of ExecuTorch lacks it, an archive of the release that ExecuTorch uses.",
    ),
    "flatbuffers_sha256": attr.string(doc = "The SHA-256 of flatbuffers_urls."),
    "flatbuffers_strip_prefix": attr.string(doc = "The directory in that archive that flatbuffers is in."),
    "flatbuffers_urls": attr.string_list(doc = "Where an archive of flatbuffers is, instead of flatbuffers."),
    "log_level": attr.string(
        doc = "What is not logged below: Debug, Info, Error, Fatal, or OFF to compile no message at all.",
        default = "Info",
    ),
    "max_kernel_num": attr.int(doc = "How many kernels the registry has room for; 0 for ExecuTorch's own default."),
    "path": attr.string(doc = "The path of a checkout of ExecuTorch."),
    "platform": attr.string(
        doc = "What runtime/platform/default/<platform>.cpp is for: posix, minimal or android; none if the app has functions of its own.",
        default = "posix",
    ),
    "selected_prim_ops": attr.string(
        doc = "The label of an et_operator_library, such as @//app:ops, visible to all: of the runtime's own operators, those that it selects are compiled. All by default.",
    ),
    "sha256": attr.string(doc = "The SHA-256 of the archive."),
    "strip_prefix": attr.string(doc = "The directory in the archive that the tree is in."),
    "threadpool_deps": attr.string_list(
        doc = "The labels of the libraries pthreadpool and cpuinfo; with them there is a target :threadpool.",
    ),
    "urls": attr.string_list(doc = "Where an archive of ExecuTorch is, instead of path."),
}

executorch_source_runtime = repository_rule(
    doc = """Makes `:runtime`, and a target for each extension, of ExecuTorch's source tree.

`--@rules_executorch//:runtime=@<name>//:runtime` has apps linked with it. flatbuffers' compiler is made of the same sources as
the headers, for the machine that builds. `:runtime` has the extensions that `Module` needs, and tensor; `:runner_util` is
another target, and so is `:threadpool` if `threadpool_deps` names what it is made of.""",
    implementation = _source_runtime_repo_impl,
    attrs = dict(
        SOURCE_RUNTIME_ATTRS,
        build_file = attr.label(
            doc = "The BUILD file of the repository.",
            default = Label("//third_party/executorch:source.BUILD.bazel"),
            allow_single_file = True,
        ),
        parts = attr.label(
            doc = "The sources of each part.",
            default = Label("//rules/common:source_parts.json"),
            allow_single_file = True,
        ),
    ),
    configure = True,
    local = True,
)
