"""Merges yaml files of kernels."""

load("//rules/private:choices.bzl", "type_of")
load("//rules/private:merge_yaml.bzl", "merge_yaml_rule")

def merge_yaml(name, functions_yaml, fallback_yaml = [], fill_gaps = False, **kwargs):
    """Merges yaml files of kernels: for each operator, the entry of the first file that has one, and no other.

    The target is a `merged.yaml` with the entries of `functions_yaml` in their order, then those of the fallbacks that no
    file before has. An operator with two entries in one file is an error.

    Args:
      name: str.
      functions_yaml: Label, the file to prefer.
      fallback_yaml: list[Label], or one alone, the others, in order of preference.
      fill_gaps: bool, whether kernels of the fallbacks also serve the dtypes and dim orders that an entry before them
        has no kernel for, as those of later kernel libraries do in the `deps` of an executorch_generated_lib.
      **kwargs: common attributes, such as visibility and tags.
    """
    several = type_of(fallback_yaml) == "list"
    merge_yaml_rule(
        name = name,
        fallback_yaml = fallback_yaml if several else [],
        fill_gaps = fill_gaps,
        functions_yaml = functions_yaml,
        only_fallback_yaml = None if several else fallback_yaml,
        **kwargs
    )
