"""Mistakes made in a drawn case. If one is accepted all the same, its numbers have to be right."""

import dataclasses
import re

import models

# A mistake returns whether the case has room for it.


def swapped_bindings(dice, operators: list, model) -> bool:
    """The output is bound where the shader has an input."""
    first, *_, output = operators[0].views
    views = {view.name: view.entry() for view in operators[0].views}
    views[first.name]["binding"], views[output.name]["binding"] = output.binding, first.binding
    operators[0].entry["resources"] = views
    return True


def one_group(dice, operators: list, model) -> bool:
    """One work group, whatever the shape is."""
    operators[0].entry["dispatch"] = {"groups": [1, 1, 1]}
    return True


def another_local_size(dice, operators: list, model) -> bool:
    """A local size that the dispatch was not written for."""
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
    """An argument is another one, after arithmetic that Arm's converter takes out."""
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
