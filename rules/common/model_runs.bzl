"""The runs of an et_model_test: methods, each with inputs and expected outputs."""

def model_runs(test, method, inputs, outputs):
    """The methods that a test runs, in order.

    Args:
      test: str, the name of the test, for messages.
      method: str or None, the method of `inputs` and `outputs` if these are lists.
      inputs: list of files, or dict[str, list] of them by method.
      outputs: likewise.

    Returns:
      list[tuple] of method, or None, inputs and outputs. Empty if nothing is given: the test then runs the
      default method of each model.
    """
    by_method = [files for files in (inputs, outputs) if type(files) == "dict"]
    if not by_method:
        return [(method, inputs, outputs)] if method or inputs or outputs else []
    if method or [files for files in (inputs, outputs) if type(files) != "dict" and files]:
        fail("et_model_test {}: inputs and outputs are lists of one method, or dicts of lists by method".format(test))
    methods = []
    for files in by_method:
        methods += [name for name in files if name not in methods]
    return [(name, (inputs or {}).get(name, []), (outputs or {}).get(name, [])) for name in methods]

def flagged_files(runs):
    """The arguments of tools/model_runner for runs of methods.

    Args:
      runs: list[tuple], of model_runs.

    Returns:
      tuple of list[tuple] of the flags before a file and the file, and list[str] of the flags after the last one.
    """
    files, flags = [], []
    for method, inputs, outputs in runs:
        if method:
            flags += ["--method", method]
        for flag, of_method in [("--input", inputs), ("--expect", outputs)]:
            for file in of_method:
                files.append((flags + [flag], file))
                flags = []
    return files, flags
