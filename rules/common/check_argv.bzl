"""The command lines of etgen, and of kernel_testing, that check, measure and report, in the form of argv.bzl."""

def check_flags(resolutions, backends, models, baseline, known_backends, known_libraries, output, register_source = None):
    """Flags of `etgen check`.

    Args:
      resolutions: list or depset of files.
      backends: list or depset of files, the descriptions of backend libraries.
      models: list of files.
      baseline: list of files.
      known_backends: list[str], the backends that hints may name.
      known_libraries: list[EtKernelLibraryInfo], likewise.
      output: file.
      register_source: file or None, the source of a test that registers libraries with manual registration.

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
        ("--register-source", [register_source] if register_source else []),
    ]

def registry_flags(resolutions, header, more_kernels, output):
    """Flags of `etgen report` for the header that sizes a registry.

    Args:
      resolutions: list or depset of files.
      header: file.
      more_kernels: int.
      output: file, the table of what is registered.

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
        ("--nm", [nm] if nm else []),
        ("--html", [outputs[0]]),
        ("--markdown", [outputs[1]]),
        ("--data", [outputs[2]]),
    ]

def size_flags(limits, tolerance):
    """Flags of `etgen size` that set the budget of a binary.

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
    """Flags of tools that test kernels, except those that name files.

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
    """The flags as arguments of a command line, with all values as strings.

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
