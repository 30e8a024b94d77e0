"""The lines of a proof: what `etgen check` found to be true of a binary, and of a model and its baseline."""

import collections

from etgen.backend_library import BackendLibrary
from etgen.errors import printable
from etgen.program import Model
from etgen.resolution import Resolution


def of_binary(
    resolutions: list[Resolution], backends: list[BackendLibrary], models: list[Model]
) -> list[str]:
    kernels = sum(len(op.kernels) for resolved in resolutions for op in resolved.operators)
    lines = [f"{kernels} kernels, none registered twice" if kernels else "no kernels are registered"]
    lines += [f"backend {name} of {library.label}" for library in backends for name in library.backends]
    for model in models:
        calls = f"{len(model.calls)} different calls, each has exactly one kernel"
        name = printable(model.name)
        lines.append(f"{name}: {calls if model.calls else 'calls no kernels'}")
        if any(resolved.by_calls for resolved in resolutions):
            lines.append(f"{name}: what kernels are compiled for is true of all calls")
        lines += [
            f"{name}: delegates to {printable(backend)}: {count}, each has exactly one backend"
            for backend, count in _count_delegates(model).items()
        ]
    return lines


def of_baseline(models: list[Model]) -> list[str]:
    lines = []
    for model in models:
        name = printable(model.name)
        lines.append(f"{name}: {len(model.calls)} different calls, none new since the baseline")
        lines += [
            f"{name}: delegates to {printable(backend)}: {count}, which the baseline has too"
            for backend, count in _count_delegates(model).items()
        ]
    return lines


def _count_delegates(model: Model) -> dict[str, int]:
    return collections.Counter(delegate.backend for delegate in model.delegates)
