"""The ExecuTorch runtime compiled from its source tree, for platforms and releases that have no wheel."""

load("//rules/common:source_runtime.bzl", "check_platform", "source_definitions")
load("//rules/private:source_runtime_attrs.bzl", "SOURCE_RUNTIME_ATTRS", "SOURCE_RUNTIME_DOC")

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
        "DEFINITIONS": source_definitions(told.name, told.log_level, told.event_tracer, told.max_kernel_num),
        "PARTS": json.decode(repository_ctx.read(told.parts)),
        "PLATFORM": told.platform,
        "PRIM_OPS": told.selected_prim_ops,
        "REGISTRY_SIZE": told.max_kernel_num,
        "THREADPOOL_DEPS": told.threadpool_deps,
    }
    lines = ["{} = {}\n".format(name, repr(value)) for name, value in settings.items()]
    repository_ctx.file("settings.bzl", "\"\"\"The arguments of the repository rule.\"\"\"\n\n" + "\n".join(lines))
    repository_ctx.file("BUILD.bazel", repository_ctx.read(told.build_file))

def _tree(repository_ctx):
    told = repository_ctx.attr
    if bool(told.path) == bool(told.urls):
        fail("{}: give path, a checkout of ExecuTorch, or urls and sha256 of an archive".format(told.name))
    if told.path:
        tree = repository_ctx.path(told.path)
        if not tree.exists:
            fail("{}: {}: no such directory: set path to a checkout of ExecuTorch".format(told.name, told.path))
        return tree
    if not told.sha256:
        fail("{}: urls without sha256: give the SHA-256 of the archive".format(told.name))
    return _extract(repository_ctx, "archive", told.urls, told.sha256, told.strip_prefix)

def _extract(repository_ctx, directory, urls, sha256, prefix):
    # Positional arguments, because Bazel 8 renamed the last parameter.
    repository_ctx.download_and_extract(urls, directory, sha256, "", prefix)
    return repository_ctx.path(directory)

def _flatbuffers(repository_ctx, tree):
    told = repository_ctx.attr
    if told.flatbuffers and told.flatbuffers_urls:
        fail("{}: give either flatbuffers, a checkout, or flatbuffers_urls, the URLs of an archive".format(told.name))
    if told.flatbuffers:
        return repository_ctx.path(told.flatbuffers)
    if told.flatbuffers_urls:
        if not told.flatbuffers_sha256:
            fail("{}: flatbuffers_urls without flatbuffers_sha256: give the SHA-256 of the archive".format(told.name))
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
        fail("{}: {}: not ExecuTorch's source tree, which has runtime/executor/program.cpp: give a checkout, not an install prefix or the wheel".format(name, tree))
    if not _has_flatbuffers(flatbuffers):
        fail("{}: {} has no include/flatbuffers/base.h: run git submodule update --init third-party/flatbuffers in the checkout, or set flatbuffers to a checkout of it".format(name, flatbuffers))
    prim_ops = tree.get_child("kernels").get_child("prim_ops").get_child("register_prim_ops.cpp")
    if told.selected_prim_ops and "ET_PRIM_OPS_SELECTIVE_BUILD" not in repository_ctx.read(prim_ops):
        fail("{}: the sources in {} cannot compile a part of the runtime's own operators (1.1 and later can): leave out selected_prim_ops".format(name, tree))
    check_platform(name, told.platform)

def _link_files(repository_ctx, flatbuffers, directory):
    place = flatbuffers
    for part in directory.split("/"):
        place = place.get_child(part)
    for file in place.readdir() if place.exists else []:
        if file.basename.split(".")[-1] in ["h", "cpp", "cc"]:
            repository_ctx.symlink(file, "flatbuffers/{}/{}".format(directory, file.basename))

executorch_source_runtime = repository_rule(
    doc = SOURCE_RUNTIME_DOC,
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
