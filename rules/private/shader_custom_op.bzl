"""The rule behind et_shader_custom_op."""

load(":etgen.bzl", "ETGEN_ATTRS", "run_etgen")

def _compile(ctx):
    """The directory of the compiled shaders; which there are, the yaml file says."""
    spirv = ctx.actions.declare_directory(ctx.label.name + "_spirv")
    sources = ctx.files.srcs + ctx.files.deps
    args = ctx.actions.args()
    args.add("compile")
    args.add("--custom-ops-yaml", ctx.file.custom_ops_yaml)
    args.add_all(sources, before_each = "--source")
    args.add("--glslc", ctx.file.glslc)
    args.add("--output-dir", spirv.path)
    run_etgen(
        ctx,
        "shader",
        args,
        inputs = [ctx.file.custom_ops_yaml, ctx.file.glslc] + sources,
        outputs = [spirv],
    )
    return spirv

def _generate(ctx, spirv):
    """The Python package, if every operator keeps its contract."""
    package = ctx.actions.declare_directory(ctx.label.name)
    args = ctx.actions.args()
    args.add("generate")
    args.add("--custom-ops-yaml", ctx.file.custom_ops_yaml)
    args.add("--spirv-dir", spirv.path)
    args.add("--output-dir", package.path)
    run_etgen(
        ctx,
        "shader",
        args,
        inputs = [ctx.file.custom_ops_yaml, spirv] + ctx.files.references,
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
