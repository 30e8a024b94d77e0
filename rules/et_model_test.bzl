"""Tests that models run in a binary."""

load("@rules_cc//cc:cc_test.bzl", "cc_test")
load("//rules/private:model_check.bzl", "model_check")

def et_model_test(
        name,
        model = None,
        models = [],
        deps = [],
        inputs = [],
        outputs = [],
        method = "forward",
        rtol = None,
        atol = None,
        data = [],
        **kwargs):
    """Tests that each model loads and runs with the kernels of a binary.

    Building the test proves that every call of every model has exactly one kernel among the registrations in `deps`,
    with the dtypes and dim orders of the call; if not, the build fails and names the call. Running it loads the
    models into the ExecuTorch runtime and runs them.

        et_model_test(
            name = "model_test",
            deps = [":kernels"],
            inputs = ["model.input0.npy"],
            model = "model.pte",
            outputs = ["model.output0.npy"],
        )

    Args:
      name: str.
      model: Label of a `.pte`.
      models: list[Label], more of them. With more than one, `inputs` and `outputs` are empty.
      deps: list[Label], the libraries of the binary, an executorch_generated_lib among them.
      inputs: list[Label] of `.npy` files, one for each input; without any, inputs are ones.
      outputs: list[Label] of `.npy` files with the expected outputs, from the first on.
      method: str, the method to run.
      rtol: str, relative tolerance of the outputs; by default "1.3e-6".
      atol: str, absolute tolerance of the outputs; by default "1e-5".
      data: list[Label], other files that the test needs.
      **kwargs: common attributes of tests, such as size and tags.
    """
    all_models = models + ([model] if model else [])
    if len(all_models) != 1 and (inputs or outputs):
        fail("et_model_test {}: inputs and outputs are those of one model".format(name))
    model_check(
        name = name + "_check",
        testonly = True,
        models = all_models,
        tags = ["manual"],
        deps = deps,
    )
    flags = ["--method", method]
    for flag, value in [("--rtol", rtol), ("--atol", atol)]:
        if value:
            flags += [flag, value]
    for flag, files in [("--input", inputs), ("--expect", outputs)]:
        for file in files:
            flags += [flag, "$(rootpath {})".format(file)]
    cc_test(
        name = name,
        args = ["$(rootpath {})".format(file) for file in all_models] + flags,
        data = all_models + inputs + outputs + data + [name + "_check"],
        # As an app is linked: what its kernels are must be known before it runs.
        linkstatic = True,
        deps = deps + [Label("//tools/model_runner")],
        **kwargs
    )
