"""The rule behind et_shader_custom_op."""

load("//rules/common:shader_argv.bzl", "shader_compile_flags", "shader_generate_flags")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _shader_custom_op_impl(ctx):
    spirv = ctx.actions.declare_output("spirv", dir = True)
    flags = shader_compile_flags(
        ctx.attrs.custom_ops_yaml,
        ctx.attrs.srcs + ctx.attrs.deps,
        ctx.attrs.glslc or ctx.attrs.installed_glslc,
        spirv.as_output(),
    )
    run_etgen(ctx, "shader", flags, identifier = "compile", more_flags = ["compile"])
    package = ctx.actions.declare_output(ctx.label.name, dir = True)
    run_etgen(
        ctx,
        "shader",
        shader_generate_flags(ctx.attrs.custom_ops_yaml, spirv, package.as_output()),
        hidden = ctx.attrs.references,
        identifier = "generate",
        more_flags = ["generate"],
    )
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
