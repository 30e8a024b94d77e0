"""The rule behind et_operator_library."""

load("//rules:providers.bzl", "EtSelectionInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "display_label", "run_etgen")

def _operator_library_impl(ctx):
    models = ctx.files.models + ctx.files.model
    include_all = ctx.attr.include_all_operators or ctx.attr.include_all_ops
    yamls = ctx.files.ops_schema_yaml + ctx.files.selection
    if not any([ctx.attr.ops, ctx.attr.ops_dict, models, yamls, include_all]):
        fail("{} selects no operator: give ops, ops_dict, model, ops_schema_yaml_target or include_all_operators".format(
            display_label(ctx.label),
        ))
    selection = ctx.actions.declare_file(ctx.label.name + "/selected_operators.yaml")
    args = ctx.actions.args()
    args.add("--label", display_label(ctx.label))
    args.add_all(ctx.attr.ops, before_each = "--op")
    if ctx.attr.ops_dict:
        args.add("--ops-dict", json.encode(ctx.attr.ops_dict))
    args.add_all(models, before_each = "--model")
    args.add_all(ctx.files.ops_schema_yaml, before_each = "--ops-schema-yaml")
    args.add_all(ctx.files.selection, before_each = "--selection")
    if include_all:
        args.add("--include-all-operators")
    args.add("--output", selection)
    run_etgen(
        ctx,
        "select",
        args,
        inputs = models + yamls,
        outputs = [selection],
    )
    return [
        DefaultInfo(files = depset([selection])),
        EtSelectionInfo(label = ctx.label, models = models, selection = selection),
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
