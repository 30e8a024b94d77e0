"""The header that selects which of the runtime's own operators are compiled, for a runtime compiled from
source."""

load("//rules/buck2:providers.bzl", "EtSelectionInfo")
load("//rules/common:argv.bzl", "prim_ops_flags")
load("//rules/common:outputs.bzl", "PRIM_OPS_HEADER", "SELECTION")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _prim_ops_header_impl(ctx):
    header = ctx.actions.declare_output("include/" + PRIM_OPS_HEADER)
    merged = ctx.actions.declare_output(SELECTION)
    selection = ctx.attrs.selection[EtSelectionInfo].selection
    run_etgen(ctx, "select", prim_ops_flags(selection, merged.as_output(), header.as_output()))
    return [DefaultInfo(default_output = ctx.actions.symlinked_dir("directory", {PRIM_OPS_HEADER: header}))]

prim_ops_header = rule(
    doc = "A directory with `selected_prim_ops.h` of what an et_operator_library selects.",
    impl = _prim_ops_header_impl,
    attrs = ETGEN_ATTRS | {
        "labels": attrs.list(attrs.string(), default = []),
        "selection": attrs.dep(providers = [EtSelectionInfo], doc = "The et_operator_library."),
    },
)
