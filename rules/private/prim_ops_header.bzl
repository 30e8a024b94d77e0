"""The header that selects which of the runtime's own operators are compiled, for a runtime compiled from
source."""

load("//rules:providers.bzl", "EtSelectionInfo")
load("//rules/common:argv.bzl", "prim_ops_flags")
load("//rules/common:outputs.bzl", "PRIM_OPS_HEADER", "SELECTION")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _prim_ops_header_impl(ctx):
    selection = ctx.attr.selection[EtSelectionInfo].selection
    header = ctx.actions.declare_file("{}/{}".format(ctx.label.name, PRIM_OPS_HEADER))
    merged = ctx.actions.declare_file("{}/{}".format(ctx.label.name, SELECTION))
    flags = prim_ops_flags(selection, merged, header)
    run_etgen(ctx, "select", flags, inputs = [selection], outputs = [merged, header])
    return [DefaultInfo(files = depset([header]))]

prim_ops_header = rule(
    doc = "`selected_prim_ops.h` of what an et_operator_library selects.",
    implementation = _prim_ops_header_impl,
    attrs = dict(
        ETGEN_ATTRS,
        selection = attr.label(doc = "The et_operator_library.", mandatory = True, providers = [EtSelectionInfo]),
    ),
)
