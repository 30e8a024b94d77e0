"""The command lines of etgen's commands, for the rules for Bazel and for Buck2.

Each function returns flags in order: a list of pairs of a flag and its values. A list, or Bazel's depset, stands for the flag
once for each value; a bool says whether the flag is there at all. Values are strings, and files in the form that the build
system takes them in: what writes the pairs as arguments is in etgen.bzl of both.
"""

def _given(value):
    return [value] if value else []

def select_flags(label, ops, ops_dict, models, ops_schema_yamls, selections, include_all_operators, output):
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
        ("--output", [output]),
    ]

def prim_ops_flags(selection, output, header):
    """Flags of `etgen select` for the header of the runtime's own operators.

    Args:
      selection: file.
      output: file, the same selection again.
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
        known_libraries = [],
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
      known_libraries: list[EtKernelLibraryInfo], those that hints may name.
      place: str.
      prefer: list[str].

    Returns:
      list of pairs.
    """
    return [
        ("--selection", [info.selection for info in selections]),
        ("--kernel-library", [info.description for info in libraries]),
        ("--backend-library", [info.description for info in backends]),
        ("--functions-yaml", _given(functions_yaml)),
        ("--custom-ops-yaml", _given(custom_ops_yaml)),
        ("--fallback-yaml", _given(fallback_yaml)),
        ("--dtype-selective-build", dtype_selective_build),
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
        manual_registration = False,
        include_all_prim_ops = False,
        support_exceptions = False,
        aot = False,
        functional_variants = False):
    """Flags of `etgen generate`, but for those that place the sources of kernels: parts.bzl of either has them.

    Args:
      resolution: file.
      output_dir: the directory of the outputs.
      sources_per_unit: int.
      manual_registration: bool.
      include_all_prim_ops: bool.
      support_exceptions: bool.
      aot: bool, whether to bring the operators to PyTorch.
      functional_variants: bool, with that.

    Returns:
      list of pairs.
    """
    return [
        ("--resolution", [resolution]),
        ("--output-dir", [output_dir]),
        ("--sources-per-unit", [str(sources_per_unit)]),
        ("--manual-registration", manual_registration),
        ("--include-all-prim-ops", include_all_prim_ops),
        ("--support-exceptions", support_exceptions),
        ("--aot", aot),
        ("--aot-functional-variants", functional_variants),
    ]

def check_flags(resolutions, backends, models, baseline, known_backends, known_libraries, output):
    """Flags of `etgen check`.

    Args:
      resolutions: list or depset of files.
      backends: list or depset of files, the descriptions of backend libraries.
      models: list of files.
      baseline: list of files.
      known_backends: list[str], those that hints may name.
      known_libraries: list[EtKernelLibraryInfo], likewise.
      output: file.

    Returns:
      list of pairs.
    """
    return [
        ("--resolution", resolutions),
        ("--backend-library", backends),
        ("--model", models),
        ("--baseline", baseline),
        ("--known-backend", known_backends),
        ("--known-library", [info.description for info in known_libraries]),
        ("--output", [output]),
    ]

def registry_flags(resolutions, header, more_kernels, output):
    """Flags of `etgen report` for the header that sizes a registry.

    Args:
      resolutions: list or depset of files.
      header: file.
      more_kernels: int.
      output: file, what is registered.

    Returns:
      list of pairs.
    """
    return [
        ("--resolution", resolutions),
        ("--registry-header", [header]),
        ("--more-kernels", [str(more_kernels)]),
        ("--output", [output]),
    ]

def report_flags(resolutions, models, archives, nm, outputs):
    """Flags of `etgen report` for a report on a library.

    Args:
      resolutions: list or depset of files.
      models: list or depset of files.
      archives: list or depset of files.
      nm: the program of the toolchain, or None.
      outputs: list of files, in the order of REPORTS.

    Returns:
      list of pairs.
    """
    return [
        ("--resolution", resolutions),
        ("--model", models),
        ("--archive", archives),
        ("--nm", _given(nm)),
        ("--html", [outputs[0]]),
        ("--markdown", [outputs[1]]),
        ("--data", [outputs[2]]),
    ]

def shader_compile_flags(custom_ops_yaml, sources, glslc, output_dir):
    """Flags of `etgen shader compile`.

    Args:
      custom_ops_yaml: file.
      sources: list of files.
      glslc: the compiler.
      output_dir: the directory of the compiled shaders.

    Returns:
      list of pairs.
    """
    return [
        ("--custom-ops-yaml", [custom_ops_yaml]),
        ("--source", sources),
        ("--glslc", [glslc]),
        ("--output-dir", [output_dir]),
    ]

def shader_generate_flags(custom_ops_yaml, spirv_dir, output_dir):
    """Flags of `etgen shader generate`.

    Args:
      custom_ops_yaml: file.
      spirv_dir: the directory of the compiled shaders.
      output_dir: the directory of the Python package.

    Returns:
      list of pairs.
    """
    return [
        ("--custom-ops-yaml", [custom_ops_yaml]),
        ("--spirv-dir", [spirv_dir]),
        ("--output-dir", [output_dir]),
    ]

def size_flags(limits, tolerance):
    """Flags of `etgen size` that say what a binary may have.

    Args:
      limits: dict, bytes by part.
      tolerance: str, number or None.

    Returns:
      list of pairs.
    """
    return [
        ("--limit", ["{}={}".format(part, size) for part, size in limits.items()]),
        ("--tolerance", [] if tolerance in [None, ""] else [str(tolerance)]),
    ]

def kernel_test_flags(ops, most, seed, rtol, atol, dtypes):
    """Flags of tools that test kernels, but for those that name files.

    Args:
      ops: list[str].
      most: int or None.
      seed: int or None.
      rtol: str, number or None.
      atol: str, number or None.
      dtypes: list[str].

    Returns:
      list of pairs.
    """
    numbers = [("--most", most), ("--seed", seed), ("--rtol", rtol), ("--atol", atol)]
    return [("--no-torch", True), ("--op", ops)] + [
        (flag, [] if value in [None, ""] else [str(value)])
        for flag, value in numbers
    ] + [("--dtypes", [",".join(dtypes)] if dtypes else [])]

def as_text(flags):
    """The flags as they are in a command line, where all values are text.

    Args:
      flags: list of pairs.

    Returns:
      list[str].
    """
    result = []
    for flag, values in flags:
        if type(values) == type(True):
            result += [flag] if values else []
        else:
            for value in values:
                result += [flag, value]
    return result
