"""The differences between two builds, from the data of their reports."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Change:
    """The sizes of a part before and now; 0 if it does not exist."""

    part: str
    before: int
    now: int

    @property
    def growth(self) -> int:
        return self.now - self.before


@dataclasses.dataclass(frozen=True)
class Difference:
    """The difference between two builds.

    Attributes:
      total: the total sizes; None unless both builds were measured in the same way; `parts` is then empty,
      too.
      parts: the parts that grew or shrank, the largest change first.
      added, removed: the names of operators.
      kernels: (operator, kernels before, kernels now) for operators whose kernels changed.
      backends: (model, backends before, backends now) for models whose backends changed.
    """

    total: Change | None
    parts: tuple[Change, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    kernels: tuple[tuple[str, str, str], ...]
    backends: tuple[tuple[str, str, str], ...]


def compare(before: dict, now: dict) -> Difference:
    """The difference of the data of two reports."""
    is_measured = bool(now["measured"]) and before["measured"] == now["measured"]
    both = before["operators"].keys() & now["operators"].keys()
    kernels = ((n, _kernels(before["operators"][n]), _kernels(now["operators"][n])) for n in sorted(both))
    models = sorted(before["models"].keys() | now["models"].keys())
    backends = ((name, _backends(before, name), _backends(now, name)) for name in models)
    return Difference(
        total=Change("total", before["total"], now["total"]) if is_measured else None,
        parts=_parts(before, now) if is_measured else (),
        added=tuple(sorted(now["operators"].keys() - both)),
        removed=tuple(sorted(before["operators"].keys() - both)),
        kernels=tuple(row for row in kernels if row[1] != row[2]),
        backends=tuple(row for row in backends if row[1] != row[2]),
    )


def _parts(before: dict, now: dict) -> tuple[Change, ...]:
    old, new = _sizes(before), _sizes(now)
    changes = [Change(part, old.get(part, 0), new.get(part, 0)) for part in {**old, **new}]
    return tuple(sorted((c for c in changes if c.growth), key=lambda c: (-abs(c.growth), c.part)))


def _sizes(data: dict) -> dict[str, int]:
    operators = {f"op_{name}": size for name, size in data["sources"].items()}
    shared = {f"shared: {name}": size for name, size in data["shared"].items()}
    return {**operators, **shared, "registration": data["registration"]}


def _kernels(op: dict) -> str:
    return ", ".join(sorted({f"{kernel['kernel']} of {kernel['library']}" for kernel in op["kernels"]}))


def _backends(data: dict, model: str) -> str:
    delegates = data["models"].get(model, {"delegates": []})["delegates"]
    return ", ".join(sorted({row["backend"] for row in delegates})) or "none"
