"""Finds out before users do that a model needs more than a binary has."""

load("//rules/buck2/private:etgen.bzl", "package_label")
load("//rules/buck2/private:model_check.bzl", "model_check")
load("//rules/common:upstream.bzl", "take_parameters")

def executorch_ops_check(name, deps = [], model = None, models = [], baseline = [], **kwargs):
    """Checks at build time that registrations and models fit together.

    It checks that the libraries linked with `deps` register no kernel and no backend twice; that each call of each model
    has a kernel there, and each delegate a backend; and that no model makes a call or uses a backend that the baseline
    does not. A model that is exported again, for example with another version of PyTorch, may contain other operators
    than before, which a binary that was shipped for the earlier model may lack.

        executorch_ops_check(
            name = "new_model_runs_in_shipped_apps",
            baseline = ["model_1.0.pte"],
            model = "model.pte",
        )

    The target is a file that says what was proven.

    Args:
      name: str.
      deps: list[dep], the libraries of a binary, with all its executorch_generated_libs and et_backend_libraries. Not
        a select.
      model: source, a `.pte`.
      models: list[source], more models.
      baseline: list[source], models or selections (`et_operator_library`); the models may only make calls that these
        make.
      **kwargs: common attributes, such as visibility and labels.
    """
    take_parameters("executorch_ops_check", package_label(name), kwargs)
    model_check(
        name = name,
        baseline = baseline,
        models = models + ([model] if model else []),
        deps = deps,
        **kwargs
    )
