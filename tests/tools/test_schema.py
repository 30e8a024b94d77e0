"""Operator schemas: parsed without loss, or refused with a reason."""

import pytest
from etgen import opset
from etgen.dtypes import DType, parse_dtype
from etgen.schema import OpName, SchemaError, parse_op_name, parse_schema


def test_every_aten_schema_is_printed_as_it_was():
    names = opset.aten_names()
    assert len(names) > 3000
    for name in names:
        schema = opset.aten_schema(parse_op_name(name))
        assert str(schema.name) == name  # parsing compares the whole text


def test_the_table_is_that_of_torch():
    """The shipped table equals the script's output for the installed torch."""
    gen = pytest.importorskip("torchgen.gen")
    import pathlib

    import torchgen

    native = pathlib.Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    functions = gen.parse_native_yaml(
        str(native / "native_functions.yaml"), str(native / "tags.yaml")
    ).native_functions
    assert {f"aten::{f.func.name}" for f in functions} == opset.aten_names()
    for function in functions:
        ours, theirs = opset.aten_schema(parse_op_name(f"aten::{function.func.name}")), function.func
        arguments = theirs.arguments
        assert list(map(fields_of, ours.positional)) == list(map(fields_of, arguments.flat_positional))
        keyword_only = [*arguments.flat_kwarg_only, *arguments.out]
        assert list(map(fields_of, ours.keyword_only)) == list(map(fields_of, keyword_only))
        assert [a.name for a in ours.outs] == [a.name for a in arguments.out]
        assert list(map(fields_of, ours.returns)) == list(map(fields_of, theirs.returns))


def fields_of(part) -> tuple:
    """Type, alias annotation, name and default of an argument or a return value, of either parser."""
    annotation, type_ = getattr(part, "annotation", None), str(part.type)
    if hasattr(part.type, "annotation"):  # in our parser, the annotation is a part of the type
        annotation = part.type.annotation
        type_ = "".join([part.type.base, *(s for s in part.type.suffixes if s[0] != "(")])
    return type_, annotation and str(annotation), part.name, getattr(part, "default", None)


def test_parts_of_a_schema():
    schema = parse_schema(
        "my_ops::f.out(Tensor(a!) x, Tensor? w=None, int[2] pad=[0,0], *, str mode='a,b', "
        "Tensor(b!)[] out) -> ()"
    )
    assert schema.name == OpName("my_ops", "f", "out")
    assert [a.name for a in schema.arguments] == ["x", "w", "pad", "mode", "out"]
    assert [a.type.plain for a in schema.arguments] == ["Tensor", "Tensor?", "int[]", "str", "Tensor[]"]
    assert [a.default for a in schema.arguments] == [None, "None", "[0,0]", "'a,b'", None]
    assert [a.name for a in schema.outs] == ["out"]
    assert schema.returns == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("add.out", "no '('"),
        ("add.out(Tensor self", "never closed"),
        ("add.out(Tensor self)", "' -> '"),
        ("add.out(Tensor self) -> Tensor?!", "not a type"),
        ("add.out(Tensor) -> Tensor", "not an argument"),
        ("add.out(Tensor self, Tensor self) -> Tensor", "twice"),
        ("add.out(Tensor self, *) -> Tensor", "no argument after"),
        ("add.out(Tensor self, *, int a, *, int b) -> Tensor", "twice"),
        ("add.out(Tensor self,  int a) -> Tensor", "not a type"),
        ("add.out(Tensor(?) self) -> Tensor", "annotation"),
        ("add out(Tensor self) -> Tensor", "not an operator name"),
        ("a::b::c.out(Tensor self) -> Tensor", "not an operator name"),
        ("add.out(Tensor self) -> (Tensor a) b", "after the return type"),
    ],
)
def test_what_is_no_schema_is_refused_with_a_reason(text, reason):
    with pytest.raises(SchemaError, match=reason.replace("(", r"\(").replace("?", r"\?")):
        parse_schema(text)


@pytest.mark.parametrize("dtype", DType)
def test_every_dtype_is_found_by_its_name(dtype):
    assert parse_dtype(dtype.name) == dtype
