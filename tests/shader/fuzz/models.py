"""Draws a model around the calls of drawn operators."""

import dataclasses
import random

Shape = tuple[int, ...]
# Arithmetic that changes a value, and arithmetic that Arm's converter removes.
CHANGES = ("{} * 2", "{} + 1", "torch.relu({})", "torch.abs({})", "1 - {}", "torch.clamp({}, -2, 3)")
NOTHING = ("{} * 1.0", "{} + 0.0", "{} / 1.0", "-(-{})", "{} + torch.zeros({shape})", "{} - 0.0", "{} ** 1")


@dataclasses.dataclass
class Value:
    """A value of the graph.

    Attributes:
      root: the value without operators that only move or rename.
    """

    text: str
    shape: Shape
    root: str


class Model:
    """A module whose forward has one assignment per line."""

    def __init__(self, dice: random.Random, namespace: str, dtype: str):
        self.dice = dice
        self.namespace = namespace
        self.dtype = dtype
        self.inputs: list[Value] = []
        self.constants: list[Shape] = []
        self.lines: list[str] = []
        self.outputs: list[str] = []
        self.kinds: dict[str, set[str]] = {}  # of roots: images or buffers

    @property
    def computes(self) -> bool:
        """Whether the backend delegates arithmetic on its dtype."""
        return self.dtype in ("float32", "float16")

    def input(self, shape: Shape) -> Value:
        self.inputs.append(Value(f"i{len(self.inputs)}", shape, f"i{len(self.inputs)}"))
        return self.inputs[-1]

    def assign(self, text: str, shape: Shape, root: str | None = None) -> Value:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return Value(name, shape, root or name)

    def moved(self, shape: Shape) -> Value:
        """A value of this shape, made by moving the elements of another one."""
        ways = ["reshape"] if shape else []
        ways += ["transpose", "slice"] if len(shape) > 1 else []
        ways += ["permute"] * 2 if len(shape) == 4 else []
        way = self.dice.choice(ways) if ways else ""
        if way == "reshape":
            numel = 1
            for size in shape:
                numel *= size
            of = self.input((numel,))
            return self.assign(
                f"{of.text}.reshape({list(shape)})", shape, of.root if of.shape == shape else None
            )
        if way == "transpose":
            of = self.input((*shape[:-2], shape[-1], shape[-2]))
            # A transpose with an axis of size 1 moves nothing, which the backend detects.
            return self.assign(f"{of.text}.transpose(-1, -2)", shape, of.root if 1 in shape[-2:] else None)
        if way == "slice":
            of = self.input((*shape[:-1], shape[-1] + 2))
            return self.assign(f"{of.text}[..., 1:-1]", shape)
        if way == "permute":
            of = self.input((shape[0], shape[2], shape[3], shape[1]))
            return self.assign(f"{of.text}.permute(0, 3, 1, 2)", shape, of.root)
        return self.input(shape)

    def operand(self, shape: Shape, kind: str, taken: set[str]) -> Value:
        """An argument of a call; excludes taken values, and values that are of another kind elsewhere."""
        known = [v for v in self.inputs if v.shape == shape]
        way = self.dice.choice(("input", "input", "changed", "moved", "constant", "shared", "known"))
        if way == "known" and known:
            value = self.dice.choice(known)
            if value.root not in taken and self.fits(value, kind):
                return value
        if way == "shared" and known and self.computes:
            value = self.changed(self.dice.choice(known))
            return self.input(shape) if value.root in taken else value
        if way == "changed" and self.computes:
            value = self.changed(self.input(shape))
            return self.changed(value) if self.dice.random() < 0.3 else value
        if way == "moved":
            return self.moved(shape)
        if way == "constant":
            self.constants.append(shape)
            return self.assign(f"self.c{len(self.constants) - 1}", shape)
        return self.input(shape)

    def fits(self, value: Value, kind: str) -> bool:
        """Whether a value may be of this kind, considering its uses elsewhere."""
        return not ({"image", "buffer"} <= self.kinds.get(value.root, set()) | {_group(kind)})

    def changed(self, value: Value) -> Value:
        # The backend merges values that are computed twice.
        change = self.dice.choice(CHANGES)
        return self.assign(change.format(value.text), value.shape, change.format(value.root))

    def unchanged(self, value: Value) -> Value:
        """An expression that Arm's converter folds to the value."""
        text = self.dice.choice(NOTHING).format(value.text, shape=list(value.shape))
        return self.assign(text, value.shape, value.root)

    def call(self, operator, arguments: list[Value]) -> Value:
        for view, argument in zip(operator.inputs, arguments, strict=True):
            self.kinds.setdefault(argument.root, set()).add(_group(view.kind))
        names = ", ".join(argument.text for argument in arguments)
        result = self.assign(f"torch.ops.{self.namespace}.{operator.name}({names})", operator.shapes["out"])
        self.kinds[result.root] = {_group(operator.output.kind)}
        return result

    def output(self, value: Value) -> None:
        """Returns a value, or a result computed from it."""
        way = self.dice.choice(("itself", "changed", "moved", "both", "twice"))
        if way in ("itself", "both", "twice"):
            self.outputs.append(value.text)
        if way == "twice":
            self.outputs.append(value.text)
        if way in ("changed", "both") and self.computes:
            self.outputs.append(self.changed(value).text)
        elif way == "moved" and len(value.shape) > 1:
            shape = (*value.shape[:-2], value.shape[-1], value.shape[-2])
            self.outputs.append(self.assign(f"{value.text}.transpose(-1, -2)", shape).text)
        elif way in ("changed", "moved"):
            self.outputs.append(value.text)

    def text(self) -> str:
        """The source of the module `model`, with the class `Model` and `inputs()`."""
        bound = 2 if self.dtype == "int8" else 4
        number = f"torch.randint({-bound}, {bound + 1}, {{}}, generator=g).to(torch.{self.dtype})"
        order = list(self.inputs)
        self.dice.shuffle(order)
        constants = [
            f"        self.register_buffer('c{i}', {number.format(list(shape))})"
            for i, shape in enumerate(self.constants)
        ]
        lines = [
            "import torch",
            "",
            "",
            "class Model(torch.nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            "        g = torch.Generator().manual_seed(1)",
            *constants,
            "",
            f"    def forward(self, {', '.join(value.text for value in order)}):",
            *(f"        {line}" for line in self.lines),
            f"        return ({', '.join(self.outputs)},)",
            "",
            "",
            "def inputs():",
            "    g = torch.Generator().manual_seed(2)",
            "    return (",
            *(f"        {number.format(list(value.shape))}," for value in order),
            "    )",
        ]
        return "\n".join(lines) + "\n"


def _group(kind: str) -> str:
    return "image" if kind.endswith("image") else kind


def draw(dice: random.Random, operators: list, namespace: str) -> Model:
    """A model that keeps the contract."""
    model = Model(dice, namespace, operators[0].dtype)
    result = None
    for operator in operators:
        arguments: list[Value] = []
        for view in operator.inputs:
            taken = {argument.root for argument in arguments}
            shape = operator.shapes[view.name]
            if (
                result is not None
                and result.shape == shape
                and result.root not in taken
                and dice.random() < 0.7
            ):
                value = result
                if dice.random() < 0.4 and model.computes:
                    value = model.changed(value)
                if model.fits(value, view.kind):
                    arguments.append(value)
                    continue
            arguments.append(model.operand(shape, view.kind, taken))
        result = model.call(operator, arguments)
        if dice.random() < 0.2 and operator is operators[0]:
            # Call the operator again on its own result.
            again = [result]
            for v in operator.inputs[1:]:
                taken = {argument.root for argument in again}
                again.append(model.operand(operator.shapes[v.name], v.kind, taken))
            if (
                operator.inputs[0].name
                and model.fits(result, operator.inputs[0].kind)
                and result.shape == operator.shapes[operator.inputs[0].name]
            ):
                result = model.call(operator, again)
        if dice.random() < 0.3 and operator is not operators[-1]:
            model.output(result)
    model.output(result)
    return model
