"""JSON files that one command writes for another: written in canonical form, checked when read."""

from typing import Any

from etgen.errors import Location, did_you_mean, input_error
from etgen.text_io import read_text

_NAMES = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}


class _ShapeError(Exception):
    """The problem of a value, and a hint or None."""


def dump(document: object, ascii_only: bool = False) -> str:
    """The document with sorted keys and one item per line: equal documents give equal bytes."""
    import json  # not needed by commands that read and write no JSON

    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=ascii_only) + "\n"


def load(path: str, what: str, made_by: str, shape: dict, defaults: dict) -> dict:
    """The JSON object in the file, which messages call `what`; `defaults` has the values of missing keys.

    `shape` is the required structure: `str` for a string; `[shape]` for a list; `{str: shape}` for an object
    with any keys; `{"key": shape, …}` for an object with these keys. `made_by` names the producer of such
    files in a hint. Raises `InputError` for a file with another structure.
    """
    hint = f"give a file of {made_by}"
    document: Any = parse(read_text(path), hint, Location(path))
    try:
        if isinstance(document, dict):
            document = defaults | document
        _check(document, shape, "")
    except _ShapeError as error:
        wrong, better = error.args
        raise input_error(f"not {what}: {wrong}", better or hint, Location(path)) from None
    return document


def parse(text: str, hint: str, where: Location) -> object:
    """The document of a JSON text. Raises `InputError`, with the hint, if the text is not JSON."""
    import json

    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except RecursionError:
        raise input_error("not valid JSON: nested too deeply", hint, where) from None
    except ValueError as error:
        reason = str(error).partition(";")[0]  # the rest is Python's advice about very long numbers
        raise input_error(f"not valid JSON: {reason}", hint, where) from None
    except _ShapeError as error:
        raise input_error(f"not valid JSON: {error.args[0]}", "keep one of the two", where) from None


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _ShapeError(f"key {twice} is given twice", None)
    return result


def _check(value: Any, shape: Any, at: str) -> None:
    """Raises `_ShapeError` unless the value has the shape; `at` is its place in the document."""
    wanted = shape if isinstance(shape, type) else type(shape)
    if type(value) is not wanted:
        is_now, must_be = (_NAMES.get(kind, "a number") for kind in (type(value), wanted))
        raise _ShapeError(f"{at or 'the document'} is {is_now}, and must be {must_be}", None)
    if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        raise _ShapeError(f"{at} is not valid text: it has half of a surrogate pair", None)
    if isinstance(value, list):
        for i, item in enumerate(value):
            _check(item, shape[0], f"{at}[{i}]")
    elif isinstance(value, dict):
        known = value if str in shape else shape
        for key in {**value, **known}:
            place = f"{at}.{key}" if at else key
            if key not in known:
                meant = did_you_mean(key, known, f"use one of {', '.join(known)}")
                raise _ShapeError(f"unknown key {place}", meant)
            if key not in value:
                raise _ShapeError(f"{place} is missing", None)
            _check(value[key], shape.get(str, shape.get(key)), place)
