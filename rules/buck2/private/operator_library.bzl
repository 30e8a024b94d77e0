"""The rule behind et_operator_library."""

load("//rules/buck2:providers.bzl", "EtSelectionInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "repeated", "run_etgen")

def _operator_library_impl(ctx):
    attributes = ctx.attrs
    selects = [attributes.ops, attributes.ops_dict, attributes.models, attributes.ops_schema_yaml, attributes.selection]
    if not any(selects) and not attributes.include_all_operators:
        fail("{} selects no operator: give ops, ops_dict, model, ops_schema_yaml_target or include_all_operators".format(
            display_label(ctx),
        ))
    selection = ctx.actions.declare_output("selected_operators.yaml")
    args = cmd_args("--label", display_label(ctx))
    args.add(repeated("--op", attributes.ops))
    if attributes.ops_dict:
        args.add("--ops-dict", json.encode(attributes.ops_dict))
    args.add(repeated("--model", attributes.models))
    if attributes.ops_schema_yaml:
        args.add("--ops-schema-yaml", attributes.ops_schema_yaml)
    if attributes.selection:
        args.add("--selection", attributes.selection)
    if attributes.include_all_operators:
        args.add("--include-all-operators")
    args.add("--output", selection.as_output())
    run_etgen(ctx, "select", args)
    return [
        DefaultInfo(
            default_output = selection,
            sub_targets = {"selected_operators.yaml": [DefaultInfo(default_output = selection)]},
        ),
        EtSelectionInfo(label = display_label(ctx), models = attributes.models, selection = selection),
    ]

operator_library = rule(
    doc = "Selects operators; see et_operator_library.",
    impl = _operator_library_impl,
    attrs = ETGEN_ATTRS | {
        "include_all_operators": attrs.bool(
            default = False,
            doc = "Also every operator that the kernel libraries have.",
        ),
        "labels": attrs.list(attrs.string(), default = []),
        "models": attrs.list(
            attrs.source(),
            default = [],
            doc = "Models to run: the operators they call, with the dtypes and dim orders they call them with.",
        ),
        "ops": attrs.list(attrs.string(), default = [], doc = "Operators by name: `aten::add.out`."),
        "ops_dict": attrs.dict(
            key = attrs.string(),
            value = attrs.list(attrs.string()),
            default = {},
            doc = "Operators with the dtypes or kernel keys they are called with; none means any.",
        ),
        "ops_schema_yaml": attrs.option(
            attrs.source(),
            default = None,
            doc = "A functions yaml, all of whose operators are selected.",
        ),
        "selection": attrs.option(
            attrs.source(),
            default = None,
            doc = "A selected_operators.yaml to add.",
        ),
    },
)
