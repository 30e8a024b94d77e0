"""The rule behind merge_yaml."""

load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _merge_yaml_impl(ctx):
    merged = ctx.actions.declare_file(ctx.label.name + "/merged.yaml")
    fallback_yaml = ctx.files.fallback_yaml + ctx.files.only_fallback_yaml
    args = ctx.actions.args()
    args.add("--functions-yaml", ctx.file.functions_yaml)
    args.add_all(fallback_yaml, before_each = "--fallback-yaml")
    if ctx.attr.fill_gaps:
        args.add("--fill-gaps")
    args.add("--output", merged)
    inputs = [ctx.file.functions_yaml] + fallback_yaml
    run_etgen(ctx, "merge", args, inputs = inputs, outputs = [merged])
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
