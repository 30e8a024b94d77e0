"""Merges yaml files of kernels."""

load("//rules/buck2/private:merge_yaml.bzl", "merge_yaml_rule")

def merge_yaml(name, functions_yaml, fallback_yaml = [], fill_gaps = False, **kwargs):
    """Merges yaml files of kernels: for each operator, the merged file has the entry of the first file that has one.

    The target is a `merged.yaml` with the entries of `functions_yaml` in their order, followed by the entries of each
    fallback for operators that no earlier file has. An operator with two entries in one file is an error.

    Args:
      name: str.
      functions_yaml: source, the file to prefer.
      fallback_yaml: list[source], one or several fallback files, in order of preference.
      fill_gaps: bool, whether kernels of the fallbacks also serve dtypes and dim orders that the preferred entry has
        no kernel for, like later kernel libraries in the `deps` of an executorch_generated_lib.
      **kwargs: common attributes, such as visibility and labels.
    """
    merge_yaml_rule(
        name = name,
        fallback_yaml = fallback_yaml if type(fallback_yaml) == type([]) else [fallback_yaml],
        fill_gaps = fill_gaps,
        functions_yaml = functions_yaml,
        **kwargs
    )
