"""Draws operators with shaders, and models around their calls, from a number.

A case consists of the files that a user would write. It keeps the contract, or breaks a rule on purpose (a
twist). If a broken case is accepted, its results must still match the reference.
"""

import dataclasses
import json
import math
import random

import models
import twists
import views
from views import View

NAMES = ("x", "y", "image", "weights", "input", "size", "self", "of", "data", "out_", "n", "w", "c")
# The formats of a dtype by number of components; the last ones are for images only.
FORMATS = {
    "float32": {1: "R32_SFLOAT", 2: "R32G32_SFLOAT", 4: "R32G32B32A32_SFLOAT"},
    "float16": {1: "R16_SFLOAT", 2: "R16G16_SFLOAT", 4: "R16G16B16A16_SFLOAT"},
    "int32": {1: "R32_SINT", 2: "R32G32_SINT", 4: "R32G32B32A32_SINT"},
    "int16": {1: "R16_SINT", 2: "R16G16_SINT", 4: "R16G16B16A16_SINT"},
    "int8": {1: "R8_SINT", 2: "R8G8_SINT", 4: "R8G8B8A8_SINT"},
}
_REFERENCE = """\
import torch


def local(t, channels):
    if {nhwc} and t.dim() == 4:
        t = t.permute(0, 2, 3, 1)
    if channels:
        t = torch.nn.functional.pad(t, (0, channels - t.shape[-1]))
    return t.reshape(-1)


def back(flat, shape, channels):
    nhwc = {nhwc} and len(shape) == 4
    if nhwc:
        shape = [shape[i] for i in (0, 2, 3, 1)]
    t = flat.reshape([*shape[:-1], channels or shape[-1]] if shape else shape)
    t = t[..., : shape[-1]] if shape else t
    return t.permute(0, 3, 1, 2) if nhwc else t


def op({arguments}):
    shape = {shape}
    f = torch.arange({units})
    result = {expression}
    return back(result.to({dtype}), shape, {channels})
"""


@dataclasses.dataclass
class Case:
    """The files of a user.

    Attributes:
      number: the number that it was drawn from.
      twist: the mistake in it; empty if it keeps the contract.
      files: the files by name: ops.yaml, shaders, reference.py, model.py.
      tensors: whether it needs a compiler that supports GL_ARM_tensors.
    """

    number: int
    twist: str
    files: dict[str, str]
    tensors: bool

    @property
    def namespace(self) -> str:
        return f"fuzz{self.number}"


@dataclasses.dataclass
class Operator:
    """An operator that is being drawn; twists change it before it is written."""

    name: str
    inputs: list[View]
    output: View
    shapes: dict[str, tuple[int, ...]]  # in the graph
    dtype: str
    layout: str
    pad: bool
    local: tuple[int, int, int]
    dispatch: dict | None
    items: str  # GLSL: the elements of the output that an invocation writes
    terms: dict[str, tuple[int, str]]  # by input: a coefficient, and how its index is computed
    step: int
    entry: dict = dataclasses.field(default_factory=dict)
    define: str = ""
    glsl: str = ""

    @property
    def views(self) -> list[View]:
        return [*self.inputs, self.output]

    def local_shape(self, view: View) -> tuple[int, ...]:
        """The shape that the shader sees."""
        shape = self.shapes[view.name]
        if self.layout == "nhwc" and len(shape) == 4:
            shape = tuple(shape[i] for i in (0, 2, 3, 1))
        return (*shape[:-1], view.width) if self.channels(view) else shape

    def channels(self, view: View) -> int:
        """The number of channels that its images are padded to; 0 if they are not padded."""
        return view.width if self.pad and view.kind.endswith("image") else 0

    def numel(self, view: View) -> int:
        return math.prod(self.local_shape(view))


def draw(number: int) -> Case:
    """The case of this number."""
    dice = random.Random(number)
    twist = dice.choice(sorted(twists.TWISTS)) if twists.TWISTS and dice.random() < 0.4 else ""
    operators = [_operator(dice, f"a{number}")]
    if dice.random() < 0.3:
        operators.append(_operator(dice, f"b{number}", operators[0]))
    model = models.draw(dice, operators, f"fuzz{number}")
    if twist and not twists.TWISTS[twist](dice, operators, model):
        twist = ""
    files = {"model.py": model.text()}
    entries = []
    for operator in operators:
        source = f"{operator.name}.comp"
        files[source] = operator.glsl or shader(operator)
        files[f"reference_{operator.name}.py"] = reference(operator)
        entries.append(entry(operator, f"fuzz{number}", source) | operator.entry)
    files["ops.yaml"] = json.dumps(entries, indent=1)
    tensors = any("tensorARM" in text for text in files.values())
    return Case(number, twist, files, tensors)


def _operator(dice: random.Random, name: str, like: "Operator | None" = None) -> Operator:
    dtype = like.dtype if like else dice.choice([*["float32"] * 5, "float16", "int32", "int16", "int8"])
    layout = dice.choice(("nhwc", "as_is"))
    count = dice.choice((1, 1, 2, 2, 3))
    images = dice.random() < 0.5
    names = dice.sample(NAMES, count)
    bindings = dice.sample(range(8), count + 1)
    pad = images and dice.random() < 0.3
    width = dice.choice((2, 4) if pad else (1, 2, 4)) if images else 0
    shape = like.shapes["out"] if like and dice.random() < 0.6 else _shape(dice, layout, width, pad)
    if images and not _is_image(shape, layout, width, pad):
        images, width, pad = False, 0, False
    kinds = [_kind(dice, images, pad) for _ in range(count)]
    out_kind = (
        "storage_image"
        if images and (pad or dice.random() < 0.6)
        else dice.choice(("buffer", "buffer", "tensor"))
    )
    operator = Operator(
        name,
        [],
        View("out", "", "", 0),
        {},
        dtype,
        layout,
        pad,
        (1, 1, 1),
        None,
        "",
        {},
        dice.choice((0, 3, 5, 7)),
    )
    operator.shapes = dict.fromkeys([*names, "out"], shape)
    for argument, kind, binding in zip(names, kinds, bindings, strict=False):
        operator.inputs.append(_view(dice, operator, argument, kind, binding, width))
        operator.terms[argument] = (dice.choice((1, 2, 3, -1, -2)), dice.choice(("f", "f", "last", "roll")))
    operator.output = _view(dice, operator, "out", out_kind, bindings[-1], width)
    _dispatch(dice, operator)
    return operator


def _shape(dice: random.Random, layout: str, width: int, pad: bool) -> tuple[int, ...]:
    if width:
        channels = dice.randint(1, width) if pad else width
        height, across = dice.choice(((1, 1), (3, 5), (8, 8), (9, 7), (17, 33), (2, 65)))
        if layout == "nhwc" and dice.random() < 0.8:
            return (1, channels, height, across)
        return (
            dice.choice(((height, across, channels), (1, height, across, channels)))
            if layout == "as_is"
            else (height, across, channels)
        )
    rank = dice.choice((0, 1, 1, 2, 2, 3, 4, 4, 4, 5))
    large = dice.random() < 0.2
    return tuple(dice.choice((1, 2, 3, 4, 5, 8) + ((65, 33) if large else ())) for _ in range(rank))


def _is_image(shape: tuple[int, ...], layout: str, width: int, pad: bool) -> bool:
    if len(shape) not in (3, 4) or (len(shape) == 4 and shape[0] != 1):
        return False
    channels = shape[1] if layout == "nhwc" and len(shape) == 4 else shape[-1]
    return channels == width or (pad and channels < width)


def _kind(dice: random.Random, images: bool, pad: bool) -> str:
    if images and (pad or dice.random() < 0.7):
        return dice.choice(("sampled_image", "storage_image"))
    return dice.choice(("buffer", "buffer", "buffer", "tensor"))


def _view(dice, operator: Operator, name: str, kind: str, binding: int, channels: int) -> View:
    rank = len(operator.shapes[name])
    if kind == "tensor" and rank == 0:
        kind = "buffer"
    access = {"out": "writeonly"}.get(name, "readonly") if dice.random() < 0.5 else ""
    if kind.endswith("image"):
        access = "" if kind == "sampled_image" else access
        return View(
            name, kind, FORMATS[operator.dtype][channels], binding, channels, access=access, rank=rank
        )
    scalar = FORMATS[operator.dtype][1]
    if kind == "tensor":
        return View(name, kind, scalar, binding, access=access, rank=rank)
    plain = View(name, kind, scalar, binding, rank=rank)
    numel = operator.numel(plain)
    widths = [width for width in (1, 1, 1, 2, 3, 4) if numel % width == 0]
    width = dice.choice(widths)
    form = "struct" if width == 3 or dice.random() < 0.3 else "vector"
    qualifiers = dice.choice(("", "", "restrict ", "coherent "))
    return dataclasses.replace(
        plain,
        width=width,
        form=form,
        access=(qualifiers + access).strip(),
        instance=dice.random() < 0.5,
        size=str(numel // width) if dice.random() < 0.15 else "",
        layout=dice.choice(("", "std430")),
    )


def _dispatch(dice: random.Random, operator: Operator) -> None:
    """Draws the local size, the dispatch, and the work of an invocation."""
    output = operator.output
    linear = dice.choice(((64, 1, 1), (1, 1, 1), (32, 1, 1), (128, 1, 1), (7, 1, 1)))
    solid = dice.choice(((8, 8, 1), (4, 4, 4), (1, 64, 1), (16, 2, 1), (1, 1, 16), *[linear] * 3))
    units = output.units()
    ways = ["flat", "strided"]
    if output.kind == "storage_image":
        ways += ["texels"] * 6
    elif solid[1:] == (1, 1):
        ways += ["cover"] * 6
    if output.kind == "tensor" and output.rank >= 2:
        ways += ["rows"] * 2
    way = dice.choice(ways)
    operator.local = solid
    product = math.prod(solid)
    per = f"{product * output.width}"
    if way == "texels":
        operator.dispatch = dice.choice((None, {"cover": "out"}))
        operator.items = (
            "  ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n"
            f"  ivec2 size = imageSize(r_{output.name});\n"
            "  if (p.x < size.x && p.y < size.y) write_out(uint(p.y * size.x + p.x));\n"
        )
        if solid[2] != 1:
            operator.items = operator.items.replace("if (", "if (gl_GlobalInvocationID.z == 0u && ")
    elif way == "cover":
        like = [v.name for v in operator.inputs if v.kind == output.kind and v.width <= output.width]
        operator.dispatch = dice.choice((None, {"cover": dice.choice(["out", *like])}))
        operator.items = f"  uint u = gl_GlobalInvocationID.x;\n  if (u < {units}) write_out(u);\n"
    elif way == "rows":
        last = output.rank - 1 if not (operator.layout == "nhwc" and output.rank == 4) else 3
        operator.dispatch = {
            "groups": [f"ceil(out.{last}/local.x)", f"ceil(out.numel/out.{last}/local.y)", "1"]
        }
        operator.items = (
            f"  uint across = tensorSizeARM(r_out, {output.rank - 1}u);\n"
            "  uvec3 g = gl_GlobalInvocationID;\n"
            f"  if (g.x < across && g.y < {units} / across && g.z == 0u) write_out(g.y * across + g.x);\n"
        )
    elif way == "flat":
        operator.dispatch = {"groups": [f"ceil(out.numel/{per})", 1, 1]}
        operator.items = (
            f"  uint u = gl_WorkGroupID.x * {product}u + gl_LocalInvocationIndex;\n"
            f"  if (u < {units}) write_out(u);\n"
        )
    else:
        operator.dispatch = {"groups": [f"ceil(out.numel/{per})", 1, 1]}
        operator.items = (
            f"  uint n = {units};\n"
            f"  uint stride = gl_NumWorkGroups.x * {product}u;\n"
            f"  for (uint u = gl_WorkGroupID.x * {product}u + gl_LocalInvocationIndex; u < n; u += stride)\n"
            "    write_out(u);\n"
        )


def shader(operator: Operator) -> str:
    """The GLSL source."""
    kinds = {view.kind for view in operator.views}
    lines = ["#version 450"]
    if "tensor" in kinds:
        lines.append("#extension GL_ARM_tensors : require")
    if operator.dtype != "float32":
        lines.append(views.EXTENSIONS.rstrip())
    x, y, z = operator.local
    lines.append(f"layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;")
    compute = operator.output.compute
    body = [view.declaration() for view in operator.inputs]
    numel = operator.numel(operator.output)
    terms = [
        f"{compute}({k}) * {compute}(read_{name}({_index(way, operator, name)}))"
        for name, (k, way) in operator.terms.items()
    ]
    if operator.step:
        terms.append(f"{compute}(f % {operator.step}u)")
    body.append(f"{compute} compute(uint f) {{\n  return {' + '.join(terms)};\n}}\n")
    del numel
    body.append(operator.output.declaration())
    body.append(f"void main() {{\n{operator.items}}}\n")
    return "\n".join(lines) + "\n" + "\n".join(body)


def _index(way: str, operator: Operator, name: str) -> str:
    numel = next(operator.numel(view) for view in operator.inputs if view.name == name)
    # The sizes of these shapes are constants; the shader is drawn for them.
    return {"f": "f", "last": f"{numel - 1}u - f", "roll": f"(f + {min(3, numel - 1)}u) % {numel}u"}[way]


def reference(operator: Operator) -> str:
    """The PyTorch source of the operator."""
    arguments = [f"t_{view.name}" for view in operator.inputs]
    parts = []
    for view, argument in zip(operator.inputs, arguments, strict=True):
        k, way = operator.terms[view.name]
        value = f"local({argument}, {operator.channels(view)})"
        numel = operator.numel(view)
        value += {"f": "", "last": ".flip(0)", "roll": f".roll(-{min(3, numel - 1)})"}[way]
        parts.append(f"{k} * {value}")
    if operator.step:
        parts.append(f"f % {operator.step}")
    output = operator.output
    return _REFERENCE.format(
        nhwc=operator.layout == "nhwc",
        arguments=", ".join(arguments),
        shape=list(operator.shapes["out"]),
        units=operator.numel(output),
        expression=" + ".join(parts),
        dtype=f"torch.{operator.dtype}",
        channels=operator.channels(output),
    )


def entry(operator: Operator, namespace: str, source: str) -> dict:
    """The yaml entry."""
    arguments = ", ".join(f"Tensor {view.name}" for view in operator.inputs)
    result = {
        "func": f"{namespace}::{operator.name}({arguments}) -> Tensor",
        "shader": {"glsl": source},
        "layout": operator.layout,
        "resources": {view.name: view.entry() for view in operator.views},
        "reference": f"reference_{operator.name}.py:op",
        "tests": [{view.name: list(operator.shapes[view.name]) for view in operator.inputs}],
    }
    if operator.dispatch:
        result["dispatch"] = operator.dispatch
    if operator.pad:
        result["pad_channels"] = True
    return result
