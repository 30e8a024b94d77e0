"""Selects the operators that an app needs."""

load("//rules/buck2/private:etgen.bzl", "package_label")
load("//rules/buck2/private:operator_library.bzl", "operator_library")
load("//rules/common:upstream.bzl", "take_parameters")

def et_operator_library(
        name,
        ops = [],
        ops_dict = {},
        model = None,
        models = [],
        ops_schema_yaml_target = None,
        include_all_operators = False,
        include_all_ops = False,
        **kwargs):
    """Selects the union of the operators that its arguments name.

    The target is a `selected_operators.yaml`, as is its sub-target `[selected_operators.yaml]`. Give it to the `deps` of
    an `executorch_generated_lib`.

        et_operator_library(
            name = "ops",
            model = "model.pte",
        )

    Args:
      name: str.
      ops: list[str], operators by name, such as `aten::add.out`.
      ops_dict: dict[str, list[str]], operators with the dtypes (`Float`) or kernel keys (`v1/6;0,1|…`) of their
        calls; an empty list means any call.
      model: source, a `.pte`: selects the operators that it calls, with the dtypes and dim orders of the calls.
      models: list[source], more models.
      ops_schema_yaml_target: source, a functions yaml; all of its operators are selected.
      include_all_operators: bool, also select every operator that the kernel libraries implement.
      include_all_ops: bool, another name for `include_all_operators`.
      **kwargs: common attributes, such as visibility and labels. Also the parameters of ExecuTorch's macro of this
        name, of which `server_generated_yaml_target`, a selected_operators.yaml to add, has an effect.
    """
    upstream = take_parameters("et_operator_library", package_label(name), kwargs)
    operator_library(
        name = name,
        include_all_operators = include_all_operators or include_all_ops,
        models = models + ([model] if model else []),
        ops = ops,
        ops_dict = ops_dict,
        ops_schema_yaml = ops_schema_yaml_target,
        selection = upstream.get("server_generated_yaml_target"),
        **kwargs
    )
