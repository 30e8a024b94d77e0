"""Makes mistakes in a drawn case. If a case is accepted nevertheless, its numbers must be right."""

import dataclasses
import re

import models

# A mistake returns whether the case can have it.


def swapped_bindings(dice, operators: list, model) -> bool:
    """The output is bound to the binding of an input."""
    first, *_, output = operators[0].views
    views = {view.name: view.entry() for view in operators[0].views}
    views[first.name]["binding"], views[output.name]["binding"] = output.binding, first.binding
    operators[0].entry["resources"] = views
    return True


def one_group(dice, operators: list, model) -> bool:
    """There is one work group for any shape."""
    operators[0].entry["dispatch"] = {"groups": [1, 1, 1]}
    return True


def another_local_size(dice, operators: list, model) -> bool:
    """The local size differs from that of the dispatch."""
    operators[0].local = dice.choice(((8, 8, 1), (1, 64, 1), (4, 4, 4)))
    return True


def another_format(dice, operators: list, model) -> bool:
    """The entry has another format than the shader."""
    view = dice.choice(operators[0].views)
    views = {v.name: v.entry() for v in operators[0].views}
    scalar = dice.choice(("R32_SINT", "R16_SFLOAT", "R8_SINT", "R32_SFLOAT", "R32G32_SFLOAT"))
    views[view.name]["format"] = scalar
    operators[0].entry["resources"] = views
    return scalar != view.format


def another_kind(dice, operators: list, model) -> bool:
    """The shader has a resource of another kind."""
    view = dice.choice(operators[0].inputs)
    other = {"buffer": "tensor", "tensor": "buffer", "storage_image": "sampled_image"}
    views = {v.name: v.entry() for v in operators[0].views}
    views[view.name] = dataclasses.replace(view, kind=other.get(view.kind, "storage_image")).entry()
    operators[0].entry["resources"] = views
    return True


def same_operand(dice, operators: list, model) -> bool:
    """An argument is a copy of another one, after arithmetic that Arm's converter removes."""
    if len(operators[0].inputs) < 2 or not model.computes:
        return False
    for i, line in enumerate(model.lines):
        name = operators[0].name
        if call := re.fullmatch(rf"(v\d+) = (torch\.ops\.\w+\.{name})\((\w+), (\w+)(.*)\)", line):
            result, target, first, _, rest = call.groups()
            text = dice.choice((*models.NOTHING, "{}"))
            shape = list(operators[0].shapes[operators[0].inputs[0].name])
            if shape != list(operators[0].shapes[operators[0].inputs[1].name]):
                return False
            second = text.format(first, shape=shape)
            model.lines[i] = f"{result} = {target}({first}, {second}{rest})"
            return True
    return False


TWISTS = {
    twist.__name__.replace("_", " "): twist
    for twist in (
        swapped_bindings,
        one_group,
        another_local_size,
        another_format,
        another_kind,
        same_operand,
    )
}
