"""Computations from shapes: expressions of a declaration, the shape that a shader sees, its dispatch."""

import math
import random

import pytest
from etgen.shader import expressions, formats, operator_contract, runtime_rules
from etgen.shader.expressions import ExpressionError, parse
from etgen.shader.operator_contract import Contract, Resource

RGBA = "R32G32B32A32_SFLOAT"


def contract(inputs=1, kind="buffer", layout="as_is", pad=False, local_size=(64, 1, 1), **kwargs) -> Contract:
    fmt = {"format": RGBA if kind == "storage_image" else "R32_SFLOAT", **kwargs}
    names = ("x", "y", "z")[:inputs]
    resources = tuple(Resource(name, kind, **fmt) for name in names)
    return Contract("acme::op", layout, pad, resources, Resource("out", kind, **fmt), local_size, "out")


SIZES = {"x.0": 7, "x.w": 65, "out.numel": 4097, "local.x": 64}


class TestExpressions:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("3", 3),
            ("x.0", 7),
            ("x.0 + 2 * 3", 13),
            ("(x.0 + 2) * 3", 27),
            ("10 - 3 - 2", 5),
            ("-x.0 + 8", 1),
            ("ceil(x.w/8)", 9),
            ("floor(x.w/8)", 8),
            ("ceil(-x.w/8)", -8),
            ("ceil(out.numel/local.x)", 65),
            ("ceil(x.0/2 + x.0/2)", 7),
            ("ceil(1/3 * 3)", 1),
            ("ceil(x.w/(x.0/2))", 19),
            ("max(x.0, x.w, 3) - min(1, 2)", 64),
            ("ceil(7)", 7),
        ],
    )
    def test_value(self, text, value):
        def of(name):
            return SIZES[str(name)]

        assert parse(text).evaluate(of) == value
        assert eval(parse(text).python(lambda name: str(of(name)))) == value

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "ends too early"),
            ("x", "'x' is not expected"),
            ("x.0/2", "may be a fraction"),
            ("max(x.0/2, 1)", "max takes whole numbers"),
            ("ceil(x.0, 1)", "')' is missing"),
            ("1 2", "is not expected"),
            ("(1", "')' is missing"),
            ("import os", "is not expected"),
            ("x.0 ** 2", "'(' is missing"),
            ("__import__('os').x", "is not expected"),
            ("(" * 1000, "nested too deeply"),
        ],
    )
    def test_refused(self, text, why):
        with pytest.raises(ExpressionError, match=why.replace("(", r"\(").replace(")", r"\)")):
            parse(text)

    def test_division_by_zero(self):
        with pytest.raises(ExpressionError, match="divides by zero"):
            parse("ceil(1/(x.0 - x.0))").evaluate(lambda _: 1)

    def test_python_is_what_it_is_evaluated_to(self):
        """Random expressions, evaluated by Python and by etgen, have the same values."""
        chooser = random.Random(0)

        def expression(depth):
            if depth == 0:
                return chooser.choice(["x.0", "x.w", "2", "3", "local.x"])
            left, right = expression(depth - 1), expression(depth - 1)
            form = chooser.choice(
                ["({} + {})", "({} - {})", "{}*{}", "ceil({}/{})", "floor({}/{})", "max({}, {})"]
            )
            return form.format(left, right)

        for _ in range(300):
            text = expression(3)
            try:
                value = parse(text).evaluate(lambda name: SIZES[str(name)])
            except ExpressionError:
                continue
            assert eval(parse(text).python(lambda name: str(SIZES[str(name)]))) == value, text


class TestLocalShape:
    @pytest.mark.parametrize(
        ("layout", "pad", "shape", "local"),
        [
            ("nhwc", False, (1, 3, 4, 5), (1, 4, 5, 3)),
            ("nhwc", True, (1, 3, 4, 5), (1, 4, 5, 4)),
            ("nhwc", True, (1, 4, 4, 5), (1, 4, 5, 4)),
            ("nhwc", True, (1, 5, 4, 5), (1, 4, 5, 5)),
            ("nhwc", False, (4, 5, 3), (4, 5, 3)),
            ("as_is", False, (1, 4, 5, 3), (1, 4, 5, 3)),
            ("as_is", True, (4, 5, 1), (4, 5, 4)),
        ],
    )
    def test_of_an_image(self, layout, pad, shape, local):
        c = contract(kind="storage_image", layout=layout, pad=pad)
        assert operator_contract.local_shape(c, c.output, shape) == local

    def test_buffers_are_not_padded(self):
        c = contract(pad=True, layout="nhwc")
        assert operator_contract.local_shape(c, c.output, (1, 3, 4, 5)) == (1, 4, 5, 3)

    def test_sizes_by_meaning(self):
        nchw, nhwc = (2, 3, 4, 5), (2, 4, 5, 3)
        for axis in "nchw":
            assert operator_contract.size(nchw, axis, channels_first=True) == operator_contract.size(
                nhwc, axis
            )
        assert operator_contract.size((4, 5, 3), "n") == 1
        assert operator_contract.size((4, 5, 3), "w", channels_first=True) == 5
        with pytest.raises(ValueError, match="3 or 4 dimensions"):
            operator_contract.size((4, 5), "w")


class TestCover:
    """Every element, or texel, has an invocation, and every group has work."""

    @pytest.mark.parametrize("elements", [1, 63, 64, 65, 4096, 4097])
    @pytest.mark.parametrize("vector", [1, 3, 4])
    def test_buffer(self, elements, vector):
        groups = operator_contract.cover(contract(vector=vector), {"out": (elements * vector,)})
        assert groups == (math.ceil(elements / 64), 1, 1)

    @pytest.mark.parametrize(("height", "width"), [(1, 1), (8, 8), (8, 9), (9, 8), (64, 65)])
    def test_image(self, height, width):
        c = contract(kind="storage_image", layout="nhwc", local_size=(8, 4, 1))
        groups = operator_contract.cover(c, {"out": (1, 4, height, width)})
        assert groups == (math.ceil(width / 8), math.ceil(height / 4), 1)


class TestLowering:
    """The rules that only a graph can break."""

    def rules(self, violations):
        return [(v.rule, v.resource) for v in violations]

    @pytest.mark.parametrize("size", ["s0", 1.0, True, -1, None])
    def test_shapes_are_static(self, size):
        found = runtime_rules.check(contract(), {"x": (size, 4), "out": (4, 4)})
        assert self.rules(found) == [("H1", "x")]

    @pytest.mark.parametrize("fmt", formats.FORMATS.values(), ids=lambda fmt: fmt.name)
    def test_dtypes(self, fmt):
        resource = Resource("x", "buffer", fmt.name)
        assert runtime_rules.check_dtype(resource, fmt.dtype) == []
        assert self.rules(runtime_rules.check_dtype(resource, "float64")) == [("H7", "x")]

    def test_arguments_are_different_values(self):
        values = {"x": "a", "y": "b", "z": "a"}
        found = runtime_rules.check_distinct(contract(inputs=3), values)
        assert self.rules(found) == [("H11", "z")]
        assert runtime_rules.check_distinct(contract(inputs=3), {"x": 1, "y": 2, "z": 3}) == []

    def test_error_names_the_node(self):
        violations = runtime_rules.check(contract(), {"x": (0,), "out": (0,)})
        text = str(operator_contract.ContractError("acme::op", "op_default_1", violations))
        assert text.splitlines()[0].startswith(
            "acme::op, node op_default_1: x [H2]: the shape [0] has no elements"
        )


def test_expressions_have_the_axes_of_shapes():
    for axis in expressions.TENSOR_AXES:
        assert operator_contract.size((2, 3, 4, 5), axis) > 0
