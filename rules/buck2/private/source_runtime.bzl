"""The rules behind executorch_source_runtime."""

load(":compiled_units.bzl", "UnitsInfo")

def _source_tree_impl(ctx):
    directories = {
        name: ctx.actions.declare_output("tree/" + name, dir = True)
        for name in ["flatbuffers", "include", "schemas", "sources"]
    }
    lists = {part: ctx.actions.declare_output("lists/{}.txt".format(part)) for part in ctx.attrs.part_names}
    args = cmd_args(
        ctx.attrs._source_tree[RunInfo],
        "--parts",
        ctx.attrs._parts,
        "--source",
        ctx.attrs.source,
        ["--flatbuffers", ctx.attrs.flatbuffers] if ctx.attrs.flatbuffers else [],
        "--platform",
        ctx.attrs.platform,
        "--output",
        cmd_args(directories["sources"].as_output(), parent = 1),
        "--list-dir",
        cmd_args(lists["core"].as_output(), parent = 1),
        hidden = [output.as_output() for output in directories.values() + lists.values()],
    )
    ctx.actions.run(args, category = "executorch_source_tree")
    sub_targets = {name: [DefaultInfo(default_output = directory)] for name, directory in directories.items()}
    for part, unit_list in lists.items():
        units = UnitsInfo(directory = directories["sources"], parts = {part: []}, sources = [], unit_list = unit_list)
        sub_targets[part + "_units"] = [DefaultInfo(default_output = unit_list), units]
    return [DefaultInfo(default_outputs = directories.values(), sub_targets = sub_targets)]

source_tree = rule(
    doc = "ExecuTorch's source tree, as tools/source_tree takes it apart: its directories and the sources of each part are sub-targets.",
    impl = _source_tree_impl,
    attrs = {
        "flatbuffers": attrs.option(
            attrs.source(allow_directory = True),
            default = None,
            doc = "A checkout of flatbuffers; by default the tree's submodule.",
        ),
        "labels": attrs.list(attrs.string(), default = []),
        "part_names": attrs.list(attrs.string(), doc = "The parts, and flatc."),
        "platform": attrs.string(doc = "What runtime/platform/default/<platform>.cpp is for; none if empty."),
        "source": attrs.source(allow_directory = True, doc = "A checkout of ExecuTorch."),
        "_parts": attrs.source(default = "rules_executorch//rules/common:source_parts.json"),
        "_source_tree": attrs.exec_dep(default = "rules_executorch//tools:source_tree", providers = [RunInfo]),
    },
)

def _schema_headers_impl(ctx):
    headers = {}
    for schema in ctx.attrs.schemas:
        path = "executorch/{}_generated.h".format(schema.removesuffix(".fbs"))
        headers[path] = ctx.actions.declare_output("headers/" + path)
        command = cmd_args(
            ctx.attrs.flatc[RunInfo],
            ["--cpp", "--cpp-std", "c++11", "--gen-mutable", "--scoped-enums"],
            "-o",
            cmd_args(headers[path].as_output(), parent = 1),
            # One includes another.
            cmd_args(ctx.attrs.directory.project(schema), hidden = ctx.attrs.directory),
        )
        ctx.actions.run(command, category = "flatc", identifier = schema)
    return [DefaultInfo(default_output = ctx.actions.symlinked_dir("include", headers))]

schema_headers = rule(
    doc = "C++ of the schemas of programs and data files.",
    impl = _schema_headers_impl,
    attrs = {
        "directory": attrs.source(allow_directory = True, doc = "Where the schemas are."),
        "flatc": attrs.exec_dep(providers = [RunInfo], doc = "The compiler of flatbuffers."),
        "labels": attrs.list(attrs.string(), default = []),
        "schemas": attrs.list(attrs.string(), doc = "Their paths there."),
    },
)
