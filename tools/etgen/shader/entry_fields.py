"""Reads the fields of an entry with a shader: texts, numbers, choices; errors list the valid values."""

import re

from etgen.errors import Location, did_you_mean, input_error
from etgen.yaml_io import Node

Places = dict[str, Location]
Fields = dict[str, Node]


def keys(fields: Fields, key: str, known: tuple[str, ...], places: Places, prefix: str = "") -> Fields:
    """The optional fields of a mapping; their locations are recorded."""
    if key not in fields:
        return {}
    result = fields[key].fields(key)
    for name, node in result.items():
        if name not in known:
            hint = did_you_mean(name, known, f"use one of {', '.join(known)}")
            raise input_error(f"unknown key {name} in {key}", hint, node.where)
        places[prefix + name] = node.where
    return result


def text_of(fields: Fields, key: str, default: str) -> str:
    return fields[key].text(key) if key in fields else default


def text_among(fields: Fields, key: str, known: tuple[str, ...], default: str) -> str:
    value = text_of(fields, key, default)
    if value not in known:
        raise input_error(f"{key} is {value}", f"{' or '.join(known)}", fields[key].where)
    return value


def integer(node: Node, what: str) -> int:
    """A nonnegative number, as for sizes and bindings."""
    text = node.text(what)
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", text):
        raise input_error(f"{what} is {text}", "write a whole number that is not negative", node.where)
    return int(text)


def known_name(node: Node, what: str, names: list[str]) -> str:
    text = node.text(what)
    if text not in names:
        hint = did_you_mean(text, names, f"use one of {', '.join(names)}")
        raise input_error(f"{what} is {text}, which the operator does not have", hint, node.where)
    return text


def one_of(fields: Fields, key: str, first: str, second: str) -> Fields:
    places: Places = {}
    choice = keys(fields, key, (first, second), places)
    if len(choice) != 1:
        hint = f"keep one of {first} and {second}"
        raise input_error(f"{key} must have {first} or {second}", hint, fields[key].where)
    return choice
