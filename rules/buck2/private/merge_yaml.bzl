"""The rule behind merge_yaml."""

load("//rules/common:argv.bzl", "merge_flags")
load("//rules/common:outputs.bzl", "MERGED")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _merge_yaml_impl(ctx):
    merged = ctx.actions.declare_output(MERGED)
    flags = merge_flags(
        ctx.attrs.functions_yaml,
        ctx.attrs.fallback_yaml,
        ctx.attrs.fill_gaps,
        merged.as_output(),
    )
    run_etgen(ctx, "merge", flags)
    return [DefaultInfo(
        default_output = merged,
        sub_targets = {MERGED: [DefaultInfo(default_output = merged)]},
    )]

merge_yaml_rule = rule(
    doc = "Merges yaml files; see merge_yaml.",
    impl = _merge_yaml_impl,
    attrs = ETGEN_ATTRS | {
        "fallback_yaml": attrs.list(
            attrs.source(),
            default = [],
            doc = "Yaml files for operators that none before them has.",
        ),
        "fill_gaps": attrs.bool(default = False, doc = "Whether they also serve what an entry before them leaves open."),
        "functions_yaml": attrs.source(doc = "The yaml file to prefer."),
        "labels": attrs.list(attrs.string(), default = []),
    },
)
