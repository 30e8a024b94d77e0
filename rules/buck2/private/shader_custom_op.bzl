"""The rule behind et_shader_custom_op."""

load(":etgen.bzl", "ETGEN_ATTRS", "repeated", "run_etgen")

def _shader_custom_op_impl(ctx):
    spirv = ctx.actions.declare_output("spirv", dir = True)
    run_etgen(ctx, "shader", cmd_args(
        "compile",
        "--custom-ops-yaml",
        ctx.attrs.custom_ops_yaml,
        repeated("--source", ctx.attrs.srcs + ctx.attrs.deps),
        "--glslc",
        ctx.attrs.glslc or ctx.attrs.installed_glslc,
        "--output-dir",
        spirv.as_output(),
    ), identifier = "compile")
    package = ctx.actions.declare_output(ctx.label.name, dir = True)
    run_etgen(ctx, "shader", cmd_args(
        "generate",
        "--custom-ops-yaml",
        ctx.attrs.custom_ops_yaml,
        "--spirv-dir",
        spirv,
        "--output-dir",
        package.as_output(),
        hidden = ctx.attrs.references,
    ), identifier = "generate")
    return [DefaultInfo(
        default_output = package,
        sub_targets = {"spirv": [DefaultInfo(default_output = spirv)]},
    )]

shader_custom_op = rule(
    doc = "Operators with shaders; see et_shader_custom_op.",
    impl = _shader_custom_op_impl,
    attrs = ETGEN_ATTRS | {
        "custom_ops_yaml": attrs.source(doc = "The yaml file that declares the operators."),
        "deps": attrs.list(attrs.source(), default = [], doc = "What the shaders include from elsewhere."),
        "glslc": attrs.option(attrs.source(), default = None, doc = "The compiler."),
        "installed_glslc": attrs.string(doc = "The compiler of this machine, where none is given."),
        "labels": attrs.list(attrs.string(), default = []),
        "references": attrs.list(attrs.source(), default = [], doc = "The Python files of references."),
        "srcs": attrs.list(attrs.source(), default = [], doc = "The shaders, and what they include."),
    },
)
