"""The rule behind et_shader_custom_op."""

load("//rules/common:shader_argv.bzl", "shader_compile_flags", "shader_generate_flags")
load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _compile(ctx):
    """The directory of the compiled shaders; the yaml file determines its content."""
    spirv = ctx.actions.declare_directory(ctx.label.name + "_spirv")
    sources = ctx.files.srcs + ctx.files.deps
    run_etgen(
        ctx,
        "shader",
        shader_compile_flags(ctx.file.custom_ops_yaml, sources, ctx.file.glslc, spirv.path),
        inputs = [ctx.file.custom_ops_yaml, ctx.file.glslc] + sources,
        more_flags = ["compile"],
        outputs = [spirv],
    )
    return spirv

def _generate(ctx, spirv):
    """The Python package, if every operator keeps its contract."""
    package = ctx.actions.declare_directory(ctx.label.name)
    run_etgen(
        ctx,
        "shader",
        shader_generate_flags(ctx.file.custom_ops_yaml, spirv.path, package.path),
        inputs = [ctx.file.custom_ops_yaml, spirv] + ctx.files.references,
        more_flags = ["generate"],
        outputs = [package],
    )
    return package

def _shader_custom_op_impl(ctx):
    spirv = _compile(ctx)
    package = _generate(ctx, spirv)
    return [
        DefaultInfo(files = depset([package]), runfiles = ctx.runfiles(files = [package])),
        OutputGroupInfo(spirv = depset([spirv])),
    ]

shader_custom_op = rule(
    doc = "Operators with shaders; see et_shader_custom_op.",
    implementation = _shader_custom_op_impl,
    attrs = dict(
        ETGEN_ATTRS,
        custom_ops_yaml = attr.label(
            doc = "The yaml file that declares the operators.",
            allow_single_file = [".yaml", ".yml"],
            mandatory = True,
        ),
        deps = attr.label_list(doc = "What the shaders include from elsewhere.", allow_files = True),
        glslc = attr.label(
            doc = "The compiler; the flag `--@rules_executorch//tools:glslc` replaces the default.",
            default = Label("//tools:glslc"),
            allow_single_file = True,
            cfg = "exec",
        ),
        references = attr.label_list(doc = "The Python files of references.", allow_files = [".py"]),
        srcs = attr.label_list(doc = "The shaders, and what they include.", allow_files = True),
    ),
)
