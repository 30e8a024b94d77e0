"""Merges yaml files of kernels."""

load("//rules/buck2/private:merge_yaml.bzl", "merge_yaml_rule")

def merge_yaml(name, functions_yaml, fallback_yaml = [], **kwargs):
    """Merges yaml files of kernels: for each operator, the entry of the first file that has one.

    The target is a `merged.yaml` with the entries of `functions_yaml` in their order, then those of the fallbacks
    that no file before has. An operator with two entries in one file is an error.

    Args:
      name: str.
      functions_yaml: target or file, the yaml file to prefer.
      fallback_yaml: the other, or a list of them in order of preference.
      **kwargs: common attributes, such as visibility and labels.
    """
    merge_yaml_rule(
        name = name,
        fallback_yaml = fallback_yaml if type(fallback_yaml) == type([]) else [fallback_yaml],
        functions_yaml = functions_yaml,
        **kwargs
    )
