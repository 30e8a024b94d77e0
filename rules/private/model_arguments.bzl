"""The command line of an et_model_test, in a file, because `args` of a test cannot depend on a select()."""

load("//rules/common:checks.bzl", "check_one_model")

def run_lines(runs):
    """The arguments of model_arguments: flags, and the files that the flags refer to by number.

    Files are numbered because a file may be the input of several methods, but an attribute may not contain a
    label twice.

    Args:
      runs: list[tuple], of model_runs. If there is one, each of its parts may be a select().

    Returns:
      struct of `files` and `lines`, and of `method`, `inputs` and `outputs` that are a select().
    """
    files, lines, chosen = [], [], {"--expect": [], "--input": [], "--method": None}
    for method, inputs, outputs in runs:
        if type(method) == "select":
            chosen["--method"] = method
        elif method:
            lines += ["--method", method]
        for flag, labels in [("--input", inputs), ("--expect", outputs)]:
            if type(labels) == "select":
                chosen[flag] = labels
                continue
            for label in labels:
                if label not in files:
                    files.append(label)
                lines += [flag, str(files.index(label))]
    return struct(
        files = files,
        inputs = chosen["--input"],
        lines = lines,
        method = chosen["--method"],
        outputs = chosen["--expect"],
    )

def _file_of(target):
    files = target[DefaultInfo].files.to_list()
    if len(files) != 1:
        fail("{}: a file is needed here, not {}".format(target.label, len(files)))
    return files[0]

def _model_arguments_impl(ctx):
    models = ctx.files.models + ctx.files.model
    files = [_file_of(target) for target in ctx.attr.files]
    check_one_model(ctx.attr.test, models, [files, ctx.files.inputs, ctx.files.outputs])
    lines = [file.short_path for file in models]
    for flag, value in [("--rtol", ctx.attr.rtol), ("--atol", ctx.attr.atol), ("--method", ctx.attr.method)]:
        if value:
            lines += [flag, value]
    for file in ctx.files.data_files:
        lines += ["--data", file.short_path]
    for i in range(0, len(ctx.attr.lines), 2):
        flag, value = ctx.attr.lines[i], ctx.attr.lines[i + 1]
        lines += [flag, value if flag == "--method" else files[int(value)].short_path]
    for flag, chosen in [("--input", ctx.files.inputs), ("--expect", ctx.files.outputs)]:
        for file in chosen:
            lines += [flag, file.short_path]
    arguments = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(arguments, "".join([line + "\n" for line in lines]))
    inputs = [arguments] + models + files + ctx.files.data_files + ctx.files.inputs + ctx.files.outputs
    return [DefaultInfo(files = depset([arguments]), runfiles = ctx.runfiles(files = inputs))]

model_arguments = rule(
    doc = "A file with the arguments of tools/model_runner, one per line, with the files that they name as runfiles.",
    implementation = _model_arguments_impl,
    attrs = {
        "atol": attr.string(doc = "Absolute tolerance."),
        "data_files": attr.label_list(doc = "Weights of the models.", allow_files = [".ptd"]),
        "files": attr.label_list(doc = "What `lines` names.", allow_files = True),
        "inputs": attr.label_list(doc = "More inputs of the last method.", allow_files = True),
        "lines": attr.string_list(doc = "--method and names; --input and --expect and indices of `files`."),
        "method": attr.string(doc = "The method to run, if `lines` does not say."),
        "model": attr.label(doc = "One of the models.", allow_single_file = [".pte", ".bpte"]),
        "models": attr.label_list(doc = "The models.", allow_files = [".pte", ".bpte"]),
        "outputs": attr.label_list(doc = "More expected outputs of the last method.", allow_files = True),
        "rtol": attr.string(doc = "Relative tolerance."),
        "test": attr.string(doc = "The name of the test, for messages."),
    },
)
