"""The rule behind et_operator_library."""

load("//rules:providers.bzl", "EtSelectionInfo")
load("//rules/common:argv.bzl", "select_flags")
load("//rules/common:checks.bzl", "check_selects")
load("//rules/common:outputs.bzl", "SELECTION", "SELECTION_OF_CALLS")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")

def _operator_library_impl(ctx):
    models = ctx.files.models + ctx.files.model
    include_all = ctx.attr.include_all_operators or ctx.attr.include_all_ops
    yamls = ctx.files.ops_schema_yaml + ctx.files.selection
    label = display_label(ctx.label)
    check_selects(label, [ctx.attr.ops, ctx.attr.ops_dict, models, yamls, include_all])
    selection, calls = [
        ctx.actions.declare_file("{}/{}".format(ctx.label.name, file))
        for file in [SELECTION, SELECTION_OF_CALLS]
    ]
    for call_facts, output in [(False, selection), (True, calls)]:
        flags = select_flags(
            call_facts = call_facts,
            include_all_operators = include_all,
            label = label,
            models = models,
            ops = ctx.attr.ops,
            ops_dict = ctx.attr.ops_dict,
            ops_schema_yamls = ctx.files.ops_schema_yaml,
            output = output,
            selections = ctx.files.selection,
        )
        run_etgen(ctx, "select", flags, inputs = models + yamls, outputs = [output])
    return [
        DefaultInfo(files = depset([selection])),
        EtSelectionInfo(calls = calls, label = ctx.label, models = models, selection = selection),
    ]

operator_library = rule(
    doc = "Selects operators; see et_operator_library.",
    implementation = _operator_library_impl,
    attrs = dict(
        ETGEN_ATTRS,
        include_all_operators = attr.bool(doc = "Also every operator that the kernel libraries have."),
        include_all_ops = attr.bool(doc = "Another name for include_all_operators."),
        model = attr.label(doc = "One of the models.", allow_single_file = [".pte", ".bpte"]),
        models = attr.label_list(
            doc = "Models to run: the operators they call, with the dtypes and dim orders they call them with.",
            allow_files = [".pte", ".bpte"],
        ),
        ops = attr.string_list(doc = "Operators by name: `aten::add.out`."),
        ops_dict = attr.string_list_dict(
            doc = "Operators with the dtypes or kernel keys they are called with; none means any.",
        ),
        ops_schema_yaml = attr.label(
            doc = "A functions yaml, all of whose operators are selected.",
            allow_single_file = [".yaml", ".yml"],
        ),
        selection = attr.label(
            doc = "A selected_operators.yaml to add.",
            allow_single_file = [".yaml", ".yml"],
        ),
    ),
    provides = [EtSelectionInfo],
)
