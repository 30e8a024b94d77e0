"""What the registration libraries of one binary must not have in common."""

from etgen import generate, variants
from etgen.errors import CheckError, Location, Problem
from etgen.kernel_key import DEFAULT, KernelKey, describe_key
from etgen.resolution import Resolution
from etgen.schema import OpName

_ONE_LIBRARY = "put both selections in the deps of one executorch_generated_lib"


def refuse_duplicates(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for every kernel that two of the libraries register."""
    owners: dict[tuple[OpName, KernelKey | None], Resolution] = {}
    problems = []
    for resolved in resolutions:
        for op in resolved.operators:
            for kernel in op.kernels:
                owner = owners.setdefault((op.name, kernel.key), resolved)
                if owner is not resolved:
                    key = DEFAULT if kernel.key is None else describe_key(kernel.key)
                    what = f"registered ({key}) by both {owner.label} and {resolved.label}"
                    problems.append(Problem(what, _ONE_LIBRARY, op=str(op.name)))
    if problems:
        raise CheckError(problems)


def refuse_two_of_one_source(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for a source that two of the libraries compile for other dtypes or calls.

    The source may have the kernels of several overloads, of which each library registers some; the linker
    keeps the object code of only one of the two.
    """
    owners: dict[str, Resolution] = {}
    problems = []
    for resolved in resolutions:
        for op in resolved.operators:
            for source in op.sources:
                owner = owners.setdefault(source, resolved)
                if owner is not resolved and not variants.are_compiled_alike(owner, resolved):
                    kind = "calls" if owner.by_calls or resolved.by_calls else "dtypes"
                    what = f"compiled for different {kind} by {owner.label} and {resolved.label}"
                    problems.append(Problem(what, _ONE_LIBRARY, Location(source), str(op.name)))
    if problems:
        raise CheckError(problems)


def refuse_two_of_one_function(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for libraries whose function of manual registration has one name."""
    owners: dict[str, Resolution] = {}
    problems = []
    for resolved in filter(lambda resolved: resolved.manual, resolutions):
        function = generate.register_function(resolved.label)
        owner = owners.setdefault(function, resolved)
        if owner is not resolved:
            what = f"{owner.label} and {resolved.label} are both registered by {function}()"
            problems.append(Problem(what, "give one of them another name"))
    if problems:
        raise CheckError(problems)
