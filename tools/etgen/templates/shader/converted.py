"""Checks the VGF from Arm's converter: each shader must be bound to its own values.

`operands` prevents known mistakes of the converter; this check does not depend on that knowledge.
"""

from . import vgf
from .operands import Call, calls
from .operator_contract import IMAGES, ContractError, Violation

_FOLDED = "remove arithmetic that changes nothing, such as x * 1: it does not make a different value"


def start() -> None:
    """Discards the calls of earlier graphs."""
    calls.clear()


def check(converted: bytes) -> None:
    """Raises `ContractError` if a call of this package would compute with wrong values."""
    own = [call for call in calls if call.operator]
    if not own:
        return
    try:
        model = vgf.read(converted)
    except vgf.VgfError as error:
        _refuse(own[0], [Violation("H14", None, f"the converted model cannot be read: {error}", _VERSIONS)])
    shaders = [segment for segment in model.segments if segment.code]
    for call, segment in _paired(calls, shaders):
        _refuse(call, [*_check_bindings(model, call, segment), *_check_views(model, call, segment)])


_VERSIONS = "the converter is not one that this package was tested with: tests/requirements_shader.txt"


def _paired(expected: list[Call], shaders: list[vgf.Segment]):
    """The calls of this package with their shaders, which are in the order of the calls."""
    if len(expected) != len(shaders):
        what = f"the converter made {len(shaders)} shaders for {len(expected)} calls"
        _refuse(next(call for call in expected if call.operator), [Violation("H14", None, what, _VERSIONS)])
    for call, segment in zip(expected, shaders, strict=True):
        if call.operator and segment.code != call.operator.spirv:
            what = "the converter replaced it with another shader"
            _refuse(call, [Violation("H14", None, what, _VERSIONS)])
        if call.operator:
            yield call, segment


def _check_bindings(model: vgf.Vgf, call: Call, segment: vgf.Segment) -> list[Violation]:
    """H11 and H14: each binding has a value, and its argument may have that value."""
    bindings = call.operator.bindings
    missing = [name for name, binding in bindings.items() if binding not in segment.bindings]
    if missing:
        what = (
            f"the converter merges two arguments into one, and leaves binding {bindings[missing[-1]]} unused"
        )
        return [Violation("H11", missing[-1], what, _FOLDED)]
    found = []
    inputs = [model.resources[i].value for i in model.inputs]
    for name, sources in zip(call.operator.arguments, call.sources, strict=True):
        index = segment.bindings[bindings[name]]
        value = model.resources[index].value
        if value in inputs and inputs.index(value) not in sources:
            what = "the converter binds it to another input of the model"
            found.append(Violation("H14", name, what, _FOLDED))
    return found


def _check_views(model: vgf.Vgf, call: Call, segment: vgf.Segment) -> list[Violation]:
    """H8 and H14: the other views of a shader's values are compatible."""
    found = []
    for name, binding in call.operator.bindings.items():
        if binding not in segment.bindings:
            continue
        index = segment.bindings[binding]
        resource = model.resources[index]
        kinds = {other.kind for other in model.resources if other.value == resource.value}
        if "buffer" in kinds and kinds & set(IMAGES):
            what = f"the converted model has the value as {' and as '.join(sorted(kinds - {'tensor'}))}"
            found.append(Violation("H8", name, what, "use kind: tensor, or the same kind for both"))
        if resource.kind in IMAGES and _is_lost(model, index):
            what = "it shares the memory of an input or output of the model, which is not an image"
            found.append(Violation("H14", name, what, _FOLDED))
    return found


def _is_lost(model: vgf.Vgf, image: int) -> bool:
    """Whether the runtime would overwrite an image, or read its memory as if it were not an image."""
    value = model.resources[image].value
    is_overwritten = any(model.resources[i].value == value and i != image for i in model.inputs)
    views = [model.resources[i] for i in model.outputs]
    return is_overwritten or any(view.value == value and view.kind not in IMAGES for view in views)


def _refuse(call: Call, violations: list[Violation]) -> None:
    if violations:
        raise ContractError(call.operator.contract.op, call.name, violations)
