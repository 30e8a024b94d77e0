"""The header that says which of the runtime's own operators are compiled, for a runtime compiled from its source tree."""

load("//rules/buck2:providers.bzl", "EtSelectionInfo")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _prim_ops_header_impl(ctx):
    header = ctx.actions.declare_output("include/selected_prim_ops.h")
    merged = ctx.actions.declare_output("selected_operators.yaml")
    args = cmd_args(
        "--selection",
        ctx.attrs.selection[EtSelectionInfo].selection,
        "--output",
        merged.as_output(),
        "--prim-ops-header",
        header.as_output(),
    )
    run_etgen(ctx, "select", args)
    return [DefaultInfo(default_output = ctx.actions.symlinked_dir("directory", {"selected_prim_ops.h": header}))]

prim_ops_header = rule(
    doc = "A directory with `selected_prim_ops.h` of what an et_operator_library selects.",
    impl = _prim_ops_header_impl,
    attrs = ETGEN_ATTRS | {
        "labels": attrs.list(attrs.string(), default = []),
        "selection": attrs.dep(providers = [EtSelectionInfo], doc = "The et_operator_library."),
    },
)
