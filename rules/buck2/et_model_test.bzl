"""Tests that models run in a binary."""

load("//rules/buck2/private:command_test.bzl", "command_test")
load("//rules/buck2/private:model_check.bzl", "model_check")
load("//rules/common:checks.bzl", "check_one_model")
load("//rules/common:model_runs.bzl", "flagged_files", "model_runs")

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
        visibility = None,
        **kwargs):
    """Tests that each model loads and runs with the kernels of a binary.

    Building the test proves that every call of every model has exactly one kernel among the registrations in `deps`, with
    the dtypes and dim orders of the call, and every delegate exactly one backend; otherwise the build fails and names the
    call. Libraries with manual registration are registered before anything runs. Running the test loads the models into
    the ExecuTorch runtime and runs them. The macro also defines `<name>_check`, the proof, and `<name>_binary`. For
    another machine, the configuration value `[rules_executorch] run_under` sets the emulator that runs the binary, such
    as `qemu-aarch64 -L /usr/aarch64-linux-gnu`.

        et_model_test(
            name = "model_test",
            deps = [":kernels"],
            inputs = ["model.input0.npy"],
            model = "model.pte",
            outputs = ["model.output0.npy"],
        )

    Args:
      name: str.
      model: source, a `.pte`.
      models: list[source], more `.pte` files. With more than one model, `inputs` and `outputs` must be empty.
      deps: list[dep], the libraries of the binary: an executorch_generated_lib, and an et_backend_library for models
        that delegate. Not a select.
      inputs: list[source], `.npy` files, or a dict of such lists by method: one array for each input of the method,
        or for each input that is a tensor. By default, tensors are filled with ones. tools/model_runner/README.md
        describes the files.
      outputs: list[source], `.npy` files, or a dict by method: the expected outputs, all or the first few.
      method: str, the method to run, if inputs and outputs are lists. By default "forward", or for a bundled program
        (`.bpte`) all methods that it has inputs for.
      rtol: str, relative tolerance of the outputs; the default depends on the dtype, "1e-4" for Float.
      atol: str, absolute tolerance of the outputs; by default `rtol` times the largest expected element.
      data_files: list[source], `.ptd` files, with weights that are stored outside of the programs.
      data: list[source], other files that the test needs.
      visibility: the visibility of the test.
      **kwargs: common attributes, such as labels.
    """
    all_models = models + ([model] if model else [])
    check_one_model(name, all_models, [inputs, outputs])
    model_check(
        name = name + "_check",
        deps = deps,
        models = all_models,
        register_source = "register.cpp",
        **kwargs
    )
    native.cxx_binary(
        name = name + "_binary",
        srcs = [":{}_check[register_source]".format(name)],
        compiler_flags = ["-std=c++17"],
        # As an app is linked: what its kernels are must be known before it runs.
        link_style = "static",
        runtime_dependency_handling = "symlink",
        deps = deps + ["rules_executorch//tools/model_runner:model_runner"],
        **kwargs
    )
    files, flags = flagged_files(model_runs(name, method, inputs, outputs))
    for flag, value in [("--rtol", rtol), ("--atol", atol)]:
        if value:
            flags += [flag, str(value)]
    command_test(
        name = name,
        args = flags,
        data = data,
        executable = ":{}_binary".format(name),
        files = all_models,
        flagged_files = [(["--data"], file) for file in data_files] + files,
        proofs = [":{}_check".format(name)],
        run_under = read_root_config("rules_executorch", "run_under", "").split(),
        visibility = visibility,
        **kwargs
    )
