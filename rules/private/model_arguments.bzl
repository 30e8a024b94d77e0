"""The command line of an et_model_test, in a file: as the attribute of a test it could not depend on a select()."""

def _model_arguments_impl(ctx):
    models = ctx.files.models + ctx.files.model
    if len(models) != 1 and (ctx.files.inputs or ctx.files.outputs):
        fail("et_model_test {}: inputs and outputs are those of one model".format(ctx.attr.test))
    lines = [file.short_path for file in models]
    for flag, files in [("--input", ctx.files.inputs), ("--expect", ctx.files.outputs)]:
        for file in files:
            lines += [flag, file.short_path]
    for flag, value in [("--method", ctx.attr.method), ("--rtol", ctx.attr.rtol), ("--atol", ctx.attr.atol)]:
        if value:
            lines += [flag, value]
    file = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(file, "".join([line + "\n" for line in lines]))
    inputs = models + ctx.files.inputs + ctx.files.outputs
    return [DefaultInfo(files = depset([file]), runfiles = ctx.runfiles(files = [file] + inputs))]

model_arguments = rule(
    doc = "A file with the arguments of tools/model_runner, one a line, and what they name as runfiles.",
    implementation = _model_arguments_impl,
    attrs = {
        "atol": attr.string(doc = "Absolute tolerance."),
        "inputs": attr.label_list(doc = "The inputs of the model.", allow_files = True),
        "method": attr.string(doc = "The method to run."),
        "model": attr.label(doc = "One of the models.", allow_single_file = [".pte", ".bpte"]),
        "models": attr.label_list(doc = "The models.", allow_files = [".pte", ".bpte"]),
        "outputs": attr.label_list(doc = "The expected outputs.", allow_files = True),
        "rtol": attr.string(doc = "Relative tolerance."),
        "test": attr.string(doc = "The name of the test, for messages."),
    },
)
