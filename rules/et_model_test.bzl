"""Tests that models run in a binary."""

load("@rules_cc//cc:cc_test.bzl", "cc_test")
load("//rules/private:choices.bzl", "text_of")
load("//rules/private:common_attributes.bzl", "of_a_part")
load("//rules/private:model_arguments.bzl", "model_arguments")
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
      **kwargs: common attributes of tests, such as size and tags; `args` are those of tools/model_runner.
    """
    args = kwargs.pop("args", [])
    check, arguments = name + "_check", name + "_arguments"
    model_check(
        name = check,
        model = model,
        models = models,
        deps = deps,
        **of_a_part(kwargs, testonly = True)
    )
    model_arguments(
        name = arguments,
        atol = text_of(atol),
        inputs = inputs,
        method = method,
        model = model,
        models = models,
        outputs = outputs,
        rtol = text_of(rtol),
        test = name,
        **of_a_part(kwargs, testonly = True)
    )
    cc_test(
        name = name,
        args = ["@$(rootpath {})".format(arguments)] + args,
        data = data + [arguments, check],
        # As an app is linked: what its kernels are must be known before it runs.
        linkstatic = True,
        deps = deps + [Label("//tools/model_runner")],
        **kwargs
    )
