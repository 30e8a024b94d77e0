"""The command lines of etgen that select, resolve and generate, for the rules for Bazel and for Buck2.

Each function returns flags in order: a list of pairs of a flag and its values. A list, or Bazel's depset, stands for the flag
once for each value; a bool says whether the flag is there at all. Values are strings, and files in the form that the build
system takes them in: what writes the pairs as arguments is in etgen.bzl of both. check_argv.bzl
has those that look at what was generated, and shader_argv.bzl those of shaders.
"""

def _given(value):
    return [value] if value else []

def select_flags(
        label,
        ops,
        ops_dict,
        models,
        ops_schema_yamls,
        selections,
        include_all_operators,
        output,
        call_facts = False):
    """Flags of `etgen select`.

    Args:
      label: str, how messages name the target.
      ops: list[str].
      ops_dict: dict[str, list[str]].
      models: list of files.
      ops_schema_yamls: list of files.
      selections: list of files.
      include_all_operators: bool.
      output: file.
      call_facts: bool, whether to select what is true of all calls of the models, too.

    Returns:
      list of pairs.
    """
    return [
        ("--label", [label]),
        ("--op", ops),
        ("--ops-dict", [json.encode(ops_dict)] if ops_dict else []),
        ("--model", models),
        ("--ops-schema-yaml", ops_schema_yamls),
        ("--selection", selections),
        ("--include-all-operators", include_all_operators),
        ("--call-facts", call_facts),
        ("--output", [output]),
    ]

def prim_ops_flags(selection, output, header):
    """Flags of `etgen select` for the header of the runtime's own operators.

    Args:
      selection: file.
      output: file, a copy of the selection.
      header: file.

    Returns:
      list of pairs.
    """
    return [("--selection", [selection]), ("--output", [output]), ("--prim-ops-header", [header])]

def merge_flags(functions_yaml, fallback_yamls, fill_gaps, output):
    """Flags of `etgen merge`.

    Args:
      functions_yaml: file.
      fallback_yamls: list of files.
      fill_gaps: bool.
      output: file.

    Returns:
      list of pairs.
    """
    return [
        ("--functions-yaml", [functions_yaml]),
        ("--fallback-yaml", fallback_yamls),
        ("--fill-gaps", fill_gaps),
        ("--output", [output]),
    ]

def selection_files(selections, call_selective_build):
    """The files of selections that a build reads.

    Args:
      selections: list[EtSelectionInfo].
      call_selective_build: bool.

    Returns:
      list of files.
    """
    return [info.calls if call_selective_build else info.selection for info in selections]

def resolve_flags(
        label,
        selections,
        libraries,
        output,
        backends = [],
        functions_yaml = None,
        custom_ops_yaml = None,
        fallback_yaml = None,
        dtype_selective_build = False,
        call_selective_build = False,
        known_libraries = [],
        manual_registration = False,
        place = "cpu",
        prefer = []):
    """Flags of `etgen resolve`.

    Args:
      label: str, how messages name the target.
      selections: list[EtSelectionInfo].
      libraries: list[EtKernelLibraryInfo].
      output: file.
      backends: list[EtBackendInfo].
      functions_yaml: file or None.
      custom_ops_yaml: file or None.
      fallback_yaml: file or None.
      dtype_selective_build: bool.
      call_selective_build: bool.
      known_libraries: list[EtKernelLibraryInfo], those that hints may name.
      manual_registration: bool.
      place: str.
      prefer: list[str].

    Returns:
      list of pairs.
    """
    return [
        ("--selection", selection_files(selections, call_selective_build)),
        ("--kernel-library", [info.description for info in libraries]),
        ("--backend-library", [info.description for info in backends]),
        ("--functions-yaml", _given(functions_yaml)),
        ("--custom-ops-yaml", _given(custom_ops_yaml)),
        ("--fallback-yaml", _given(fallback_yaml)),
        ("--dtype-selective-build", dtype_selective_build),
        ("--call-selective-build", call_selective_build),
        ("--manual-registration", manual_registration),
        ("--known-library", [info.description for info in known_libraries]),
        ("--place", [place]),
        ("--prefer", prefer),
        ("--label", [label]),
        ("--output", [output]),
    ]

def generate_flags(
        resolution,
        output_dir,
        sources_per_unit = 1,
        include_all_prim_ops = False,
        support_exceptions = False,
        aot = False,
        functional_variants = False):
    """Flags of `etgen generate`, except those for kernel sources, which parts.bzl adds.

    Args:
      resolution: file.
      output_dir: the directory of the outputs.
      sources_per_unit: int.
      include_all_prim_ops: bool.
      support_exceptions: bool.
      aot: bool, whether to register the operators with PyTorch.
      functional_variants: bool, whether to add functional variants; only with `aot`.

    Returns:
      list of pairs.
    """
    return [
        ("--resolution", [resolution]),
        ("--output-dir", [output_dir]),
        ("--sources-per-unit", [str(sources_per_unit)]),
        ("--include-all-prim-ops", include_all_prim_ops),
        ("--support-exceptions", support_exceptions),
        ("--aot", aot),
        ("--aot-functional-variants", functional_variants),
    ]
