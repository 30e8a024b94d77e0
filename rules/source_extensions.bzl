"""ExecuTorch runtimes that are compiled from a source tree, for bzlmod. A WORKSPACE gets them from repositories.bzl."""

load("//rules/private:source_runtime_attrs.bzl", "SOURCE_RUNTIME_ATTRS")
load("//rules/private:source_runtime_repo.bzl", "executorch_source_runtime")

def _executorch_source_impl(module_ctx):
    for module in module_ctx.modules:
        for tag in module.tags.runtime:
            attrs = {name: getattr(tag, name) for name in SOURCE_RUNTIME_ATTRS}
            executorch_source_runtime(name = tag.name, **attrs)

executorch_source = module_extension(
    doc = "Makes a repository of ExecuTorch's source tree for each tag `runtime`: see executorch_source_runtime of repositories.bzl.",
    implementation = _executorch_source_impl,
    tag_classes = {
        "runtime": tag_class(
            doc = "A runtime that is compiled from its source tree.",
            attrs = dict(
                SOURCE_RUNTIME_ATTRS,
                name = attr.string(doc = "The name of the repository.", mandatory = True),
            ),
        ),
    },
)
