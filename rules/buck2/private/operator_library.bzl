"""The rule behind et_operator_library."""

load("//rules/buck2:providers.bzl", "EtSelectionInfo")
load("//rules/common:argv.bzl", "select_flags")
load("//rules/common:checks.bzl", "check_selects")
load("//rules/common:outputs.bzl", "SELECTION", "SELECTION_OF_CALLS")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")

def _operator_library_impl(ctx):
    label, models = display_label(ctx), ctx.attrs.models
    yamls = [ctx.attrs.ops_schema_yaml, ctx.attrs.selection]
    check_selects(label, [ctx.attrs.ops, ctx.attrs.ops_dict, models, ctx.attrs.include_all_operators] + yamls)
    selection, calls = ctx.actions.declare_output(SELECTION), ctx.actions.declare_output(SELECTION_OF_CALLS)
    for call_facts, output in [(False, selection), (True, calls)]:
        flags = select_flags(
            call_facts = call_facts,
            include_all_operators = ctx.attrs.include_all_operators,
            label = label,
            models = models,
            ops = ctx.attrs.ops,
            ops_dict = ctx.attrs.ops_dict,
            ops_schema_yamls = [yaml for yaml in yamls[:1] if yaml],
            output = output.as_output(),
            selections = [yaml for yaml in yamls[1:] if yaml],
        )
        run_etgen(ctx, "select", flags, identifier = "calls" if call_facts else None)
    return [
        DefaultInfo(
            default_output = selection,
            sub_targets = {SELECTION: [DefaultInfo(default_output = selection)]},
        ),
        EtSelectionInfo(calls = calls, label = label, models = models, selection = selection),
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
