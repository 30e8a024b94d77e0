"""The rule behind merge_yaml."""

load(":etgen.bzl", "ETGEN_ATTRS", "repeated", "run_etgen")

def _merge_yaml_impl(ctx):
    merged = ctx.actions.declare_output("merged.yaml")
    run_etgen(ctx, "merge", cmd_args(
        "--functions-yaml",
        ctx.attrs.functions_yaml,
        repeated("--fallback-yaml", ctx.attrs.fallback_yaml),
        ["--fill-gaps"] if ctx.attrs.fill_gaps else [],
        "--output",
        merged.as_output(),
    ))
    return [DefaultInfo(
        default_output = merged,
        sub_targets = {"merged.yaml": [DefaultInfo(default_output = merged)]},
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
