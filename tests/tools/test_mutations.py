"""Mutated inputs of the golden cases: the user gets an error that describes the mistake, with a hint."""

import copy
import json
import random
import shlex

import pytest
import yaml
from etgen import cli
from test_golden import CASES, copy_inputs

ODD = [None, True, -1, 1.5, "", "x", "a\x00b", "aten::add.out", "v1/6;0,1", "(", [], {}, [[]], {"a": {}}]
INSERTED = [b"", b"\t", b": ", b"- ", b"{", b"]", b"&a ", b"*a", b'"', b"\xff", b"<<: ", b"---\n"]
SPLICES = ["", " ", "(", ")", ",", "=", "*", "?", "[]", "0", "-", "|", ";", ".", "::", "\n", "\x00"]


def places_in(value: object) -> list[tuple]:
    """Each (container, key) of a document."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [place for key in keys for place in [(value, key), *places_in(value[key])]]


def break_value(document: object, rng: random.Random) -> object:
    """The document with one value removed, moved, or replaced."""
    places = places_in(document)
    if not places:
        return copy.deepcopy(rng.choice(ODD))
    container, key = rng.choice(places)
    value = container[key]
    match rng.randrange(5):
        case 0:
            del container[key]
        case 1 if isinstance(value, str):
            at = rng.randrange(len(value) + 1)
            container[key] = value[:at] + rng.choice(SPLICES) + value[at + 1 :]
        case 2 if isinstance(container, dict):
            container[rng.choice(["", "x", "place", "Alias"])] = container.pop(key)
        case 3:
            other, at = rng.choice(places)
            container[key] = copy.deepcopy(other[at])
        case _:
            container[key] = copy.deepcopy(rng.choice(ODD))
    return document


def break_bytes(text: bytes, rng: random.Random) -> bytes:
    """The text with some bytes replaced."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(INSERTED) + text[at + rng.choice([0, 1, 5]) :]


def break_file(path, rng: random.Random) -> None:
    """Makes a mistake in a file: in its values or in its text."""
    text = path.read_bytes()
    if rng.random() < 0.6:
        try:
            document = break_value(yaml.safe_load(text), rng)
            is_json = path.suffix == ".json"
            path.write_text(json.dumps(document) if is_json else yaml.safe_dump(document, sort_keys=False))
            return
        except (yaml.YAMLError, RecursionError):
            pass  # the case's text is not a valid document
    path.write_bytes(break_bytes(text, rng))


@pytest.mark.parametrize("seed", range(8))
def test_mistakes_are_explained(seed, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ETGEN_TRACEBACK", "1")
    for i in range(50):
        rng = random.Random(1000 * seed + i)
        directory = tmp_path / str(i)
        directory.mkdir()
        monkeypatch.chdir(directory)
        case = rng.choice(CASES)
        inputs = copy_inputs(case, directory)
        if not inputs:
            continue
        break_file(rng.choice(inputs), rng)
        command = shlex.split(yaml.safe_load((case / "case.yaml").read_text())["run"])
        status = cli.main(command)  # it raises nothing
        errors = capsys.readouterr().err
        assert status in (0, 1, 2)
        assert (status == 0) == (not errors.startswith("error: ")), errors
        assert errors.count("error: ") <= errors.count("hint: "), errors
