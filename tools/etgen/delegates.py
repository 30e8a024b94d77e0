"""Delegates of models: checks that a binary has their backends, and lists them."""

from collections.abc import Iterable, Mapping

from etgen.backend_library import BackendLibrary
from etgen.errors import Location, Problem, nearest
from etgen.program import Model
from etgen.program_delegates import Delegate
from etgen.text_table import aligned


def without_backend(
    model: Model, libraries: Iterable[BackendLibrary], known: Mapping[str, str]
) -> list[Problem]:
    """A problem for each method and backend with delegates that no library of a binary runs.

    `known` has the targets that hints may suggest, by the ids of their backends.
    """
    owners = {backend: library.label for library in libraries for backend in library.backends}
    problems = []
    for (_, backend), group in grouped(model).items():
        if backend not in owners:
            hint = _how_to_add(backend, owners, known)
            problems.append(Problem(f"no backend ({place(group)})", hint, Location(model.path), backend))
    return problems


def grouped(model: Model) -> dict[tuple[str, str], list[Delegate]]:
    """The delegates of each method to each backend."""
    groups: dict[tuple[str, str], list[Delegate]] = {}
    for delegate in model.delegates:
        groups.setdefault((delegate.method, delegate.backend), []).append(delegate)
    return groups


def place(group: list[Delegate]) -> str:
    """Where a method calls its delegates to a backend."""
    calls = sorted(call for delegate in group for call in delegate.calls)
    if not calls:
        return f"method {group[0].method}, which loads it and never calls it"
    more = f" and {len(calls) - 1} more" if len(calls) > 1 else ""
    return f"method {group[0].method}, instruction {calls[0]}{more}"


def _how_to_add(backend: str, owners: Mapping[str, str], known: Mapping[str, str]) -> str:
    misspelt = nearest(_stem(backend), map(_stem, owners))
    if misspelt:
        match = next(owner for owner in owners if _stem(owner) == misspelt)
        return f"the nearest backend of the binary is {match} of {owners[match]}: ids must be equal"
    if backend in known:
        return f"add {known[backend]} to the deps"
    return (
        f"declare the C++ library that registers {backend} with et_backend_library, and add that to the deps"
    )


def _stem(backend: str) -> str:
    """The distinguishing part of an id: most end in `Backend`."""
    return backend.casefold().removesuffix("backend")


def table(models: Iterable[Model]) -> str:
    """One row for the delegates of each method to each backend, and one row for their shared data."""
    header = ("model", "method", "backend", "delegates", "calls", "payload bytes")
    rows = []
    for model in models:
        groups = grouped(model)
        for (method, backend), group in groups.items():
            calls = sum(len(delegate.calls) for delegate in group)
            payload = sum({delegate.payload: delegate.payload_bytes for delegate in group}.values())
            rows.append((model.source, method, backend, str(len(group)), f"{calls:,}", f"{payload:,}"))
        if groups and model.named_data_bytes:
            rows.append((model.source, "", "data by name", "", "", f"{model.named_data_bytes:,}"))
        if not groups:
            rows.append((model.source, "", "none", "0", "0", "0"))
    return aligned(header, rows, numbers=set(header[3:]))
