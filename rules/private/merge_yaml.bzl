"""The rule behind merge_yaml."""

load("//rules/common:argv.bzl", "merge_flags")
load("//rules/common:outputs.bzl", "MERGED")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _merge_yaml_impl(ctx):
    merged = ctx.actions.declare_file("{}/{}".format(ctx.label.name, MERGED))
    fallback_yaml = ctx.files.fallback_yaml + ctx.files.only_fallback_yaml
    flags = merge_flags(ctx.file.functions_yaml, fallback_yaml, ctx.attr.fill_gaps, merged)
    inputs = [ctx.file.functions_yaml] + fallback_yaml
    run_etgen(ctx, "merge", flags, inputs = inputs, outputs = [merged])
    return [DefaultInfo(files = depset([merged]))]

merge_yaml_rule = rule(
    doc = "Merges yaml files; see merge_yaml.",
    implementation = _merge_yaml_impl,
    attrs = dict(
        ETGEN_ATTRS,
        fallback_yaml = attr.label_list(
            doc = "Yaml files for operators that none before them has.",
            allow_files = [".yaml", ".yml"],
        ),
        fill_gaps = attr.bool(doc = "Whether they also serve what an entry before them leaves open."),
        functions_yaml = attr.label(
            doc = "The yaml file to prefer.",
            allow_single_file = [".yaml", ".yml"],
            mandatory = True,
        ),
        only_fallback_yaml = attr.label(
            doc = "The fallback, where there is one alone.",
            allow_single_file = [".yaml", ".yml"],
        ),
    ),
)
