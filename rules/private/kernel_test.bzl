"""The rule behind et_kernel_test."""

load("//rules/common:check_argv.bzl", "as_text", "kernel_test_flags")
load(":python_tool.bzl", "PYTHON_ATTRS", "python_launcher")

# The default of `most`.
_UNSAID = -1

def _kernel_test_impl(ctx):
    flags = ["--host", ctx.executable.host.short_path]
    files = []
    for flag, given in [
        ("--functions-yaml", ctx.files.functions_yaml),
        ("--custom-ops-yaml", ctx.files.custom_ops_yaml),
        ("--reference", ctx.files.reference),
        ("--samples", ctx.files.samples),
    ]:
        for file in given:
            flags += [flag, file.short_path]
            files.append(file)
    flags += as_text(kernel_test_flags(
        atol = ctx.attr.atol,
        dtypes = ctx.attr.dtypes,
        most = None if ctx.attr.most == _UNSAID else ctx.attr.most,
        ops = ctx.attr.ops,
        rtol = ctx.attr.rtol,
        seed = ctx.attr.seed,
    ))
    return [python_launcher(
        ctx,
        "kernel_testing",
        ctx.files._kernel_testing + ctx.files._etgen,
        ["kernels/testing", "tools"],
        flags,
        files,
        ctx.attr.data + [ctx.attr.host],
    )]

kernel_test = rule(
    doc = "A test of kernels; see et_kernel_test.",
    implementation = _kernel_test_impl,
    attrs = dict(
        PYTHON_ATTRS,
        atol = attr.string(doc = "Absolute tolerance."),
        custom_ops_yaml = attr.label(
            doc = "A yaml file with operators that are not in ATen.",
            allow_single_file = [".yaml", ".yml"],
        ),
        data = attr.label_list(doc = "What else the test needs.", allow_files = True),
        dtypes = attr.string_list(doc = "The dtypes that each kernel must take."),
        functions_yaml = attr.label(
            doc = "A yaml file with ATen operators.",
            allow_single_file = [".yaml", ".yml"],
        ),
        host = attr.label(
            doc = "The program that calls the kernels.",
            cfg = "target",
            executable = True,
            mandatory = True,
        ),
        most = attr.int(doc = "The calls of each operator and dtype to draw.", default = _UNSAID),
        ops = attr.string_list(doc = "The operators to test; all if there are none."),
        reference = attr.label(doc = "A Python file of reference functions.", allow_single_file = [".py"]),
        rtol = attr.string(doc = "Relative tolerance."),
        samples = attr.label_list(doc = "Files of recorded samples.", allow_files = True),
        seed = attr.int(doc = "The seed of the random numbers."),
        _etgen = attr.label(default = Label("//tools:etgen_sources")),
        _kernel_testing = attr.label(default = Label("//kernels/testing:kernel_testing")),
    ),
    test = True,
)
