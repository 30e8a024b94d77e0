"""Tests that models run in a binary."""

load("@rules_cc//cc:cc_test.bzl", "cc_test")
load("//rules/common:model_runs.bzl", "model_runs")
load("//rules/private:choices.bzl", "text_of")
load("//rules/private:common_attributes.bzl", "of_a_part")
load("//rules/private:model_arguments.bzl", "model_arguments", "run_lines")
load("//rules/private:model_check.bzl", "model_check")

def et_model_test(
        name,
        model = None,
        models = [],
        deps = [],
        inputs = [],
        outputs = [],
        method = None,
        rtol = None,
        atol = None,
        data_files = [],
        data = [],
        **kwargs):
    """Tests that each model loads and runs with the kernels of a binary.

    Building the test proves that every call of every model has exactly one kernel among the registrations in `deps`, with
    the dtypes and dim orders of the call, and every delegate exactly one backend; otherwise the build fails and names the
    call. Libraries with manual registration are registered before anything runs. Running the test loads the models into
    the ExecuTorch runtime and runs them. For a Cortex-M, `--run_under` runs the test in QEMU: see docs/howto/cortex_m.md.

        et_model_test(
            name = "model_test",
            deps = [":kernels"],
            inputs = ["model.input0.npy"],
            model = "model.pte",
            outputs = ["model.output0.npy"],
        )

    Args:
      name: str.
      model: Label, a `.pte`.
      models: list[Label], more `.pte` files. With more than one model, `inputs` and `outputs` must be empty.
      deps: list[Label], the libraries of the binary: an executorch_generated_lib, and an et_backend_library for
        models that delegate.
      inputs: list[Label], `.npy` files, or a dict of such lists by method: one array for each input of the method, or
        for each input that is a tensor. By default, tensors are filled with ones. tools/model_runner/README.md
        describes the files.
      outputs: list[Label], `.npy` files, or a dict by method: the expected outputs, all or the first few.
      method: str, the method to run, if inputs and outputs are lists. By default "forward", or for a bundled program
        (`.bpte`) all methods that it has inputs for.
      rtol: str, relative tolerance of the outputs; the default depends on the dtype, "1e-4" for Float.
      atol: str, absolute tolerance of the outputs; by default `rtol` times the largest expected element.
      data_files: list[Label], `.ptd` files, with weights that are stored outside of the programs.
      data: list[Label], other files that the test needs.
      **kwargs: common attributes of tests, such as size and tags; `args` are flags of tools/model_runner.
    """
    args = kwargs.pop("args", [])
    check, arguments, register = name + "_check", name + "_arguments", name + "_register.cpp"
    model_check(
        name = check,
        model = model,
        models = models,
        register_source = register,
        deps = deps,
        **of_a_part(kwargs, testonly = True)
    )
    runs = run_lines(model_runs(name, method, inputs, outputs))
    model_arguments(
        name = arguments,
        atol = text_of(atol),
        data_files = data_files,
        files = runs.files,
        inputs = runs.inputs,
        lines = runs.lines,
        method = runs.method,
        model = model,
        models = models,
        outputs = runs.outputs,
        rtol = text_of(rtol),
        test = name,
        **of_a_part(kwargs, testonly = True)
    )
    cc_test(
        name = name,
        srcs = [register],
        args = ["@$(rootpath {})".format(arguments)] + args,
        copts = ["-std=c++17"] + kwargs.pop("copts", []),
        data = data + [arguments, check],
        # As an app is linked: what its kernels are must be known before it runs.
        linkstatic = True,
        deps = deps + [Label("//tools/model_runner")],
        **kwargs
    )
