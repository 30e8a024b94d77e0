"""Compares a model with a baseline, the selection of the models that shipped binaries are built for: what is
new may be missing in these binaries.
"""

from etgen import delegates
from etgen.errors import Location, Problem
from etgen.kernel_key import describe_key
from etgen.program import Model
from etgen.schema import OpName
from etgen.selection import Selection

_HINT = "binaries of the baseline may not have it: build them for this model too, or keep the old one"


def new_since(baseline: Selection, model: Model) -> list[Problem]:
    """A problem for each call of a model that the baseline does not make, each fact of its calls that does
    not hold in the model, and each backend that it does not use.
    """
    return [
        *_new_calls(baseline, model),
        *_outside_of_facts(baseline, model),
        *_new_backends(baseline, model),
    ]


def _new_calls(baseline: Selection, model: Model) -> list[Problem]:
    problems = []
    for call in model.calls:
        used = baseline.operators.get(call.op)
        if used is None:
            what = "not an operator of the baseline"
        elif used.any_call or call.key in used.keys or call.dtypes <= used.any_call_with:
            continue
        else:
            what = f"the baseline does not call it with {describe_key(call.key)}"
        problems.append(Problem(f"{what} ({call.place})", _HINT, Location(model.path), str(call.op)))
    return problems


def _outside_of_facts(baseline: Selection, model: Model) -> list[Problem]:
    """A problem for each fact that is true of the calls of a baseline and not of one of the model."""
    problems: dict[tuple[OpName, str], Problem] = {}
    for call, facts in model.facts:
        used = baseline.operators.get(call.op)
        for is_passed, of_baseline in used.facts.exceeded_by(facts) if used and used.facts else ():
            what = f"the baseline does not call it with {is_passed}, but with {of_baseline} only"
            hint = "a binary that is built for the calls of the baseline refuses it: build it for this model"
            problem = Problem(f"{what} ({call.place})", hint, Location(model.path), str(call.op))
            problems.setdefault((call.op, of_baseline), problem)
    return list(problems.values())


def _new_backends(baseline: Selection, model: Model) -> list[Problem]:
    """A problem for each method and backend with delegates to backends that the baseline does not use."""
    return [
        Problem(
            f"not a backend of the baseline ({delegates.place(group)})",
            _HINT,
            Location(model.path),
            backend,
        )
        for (_, backend), group in delegates.grouped(model).items()
        if backend not in baseline.backends
    ]
