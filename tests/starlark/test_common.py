"""rules/common has what Bazel and Buck2 share, and agrees with etgen."""

import ast
import importlib
import re

import pytest
from conftest import ROOT
from etgen import aot, cli, generate

COMMON = ROOT / "rules/common"


def constants() -> dict:
    """The constants of outputs.bzl, which is also valid Python."""
    names: dict = {}
    exec((COMMON / "outputs.bzl").read_text(), names)
    return names


def test_outputs_are_those_of_etgen():
    names = constants()
    assert names["REGISTRATION"] == generate.REGISTRATION
    assert names["MANUAL_REGISTRATION"] == generate.MANUAL_REGISTRATION
    assert tuple(names["HEADERS"]) == generate.HEADERS
    assert names["CALLS_HEADER"] == generate.CALLS_HEADER
    for name in ("kernels", "my-kernels.of/v2+x", "Ünd"):
        function = generate.register_function(f"//some:{name}")
        assert names["named_header"](name) == generate.named_header(function)
    assert set(names["AOT_OUTPUTS"]) == {*aot.FILES, generate.REGISTRATION, *generate.HEADERS} - {
        names["PRIM_OPS_HEADER"]
    }
    assert {names["AOT_KERNELS"], names["AOT_STUB"], names["AOT_SCHEMA"]} < set(aot.FILES)


def test_cmake_names_no_other_outputs():
    known = {*generate.HEADERS, *aot.FILES, generate.REGISTRATION, generate.MANUAL_REGISTRATION}
    # The linker finds the registration by this file, which only CMake has etgen write.
    known.add("RegistrationAnchor.cpp")
    known.add("_kernels.h")  # register_<name>_kernels.h
    for name in ("executorch_generated_lib", "private/aot_registration"):
        text = (ROOT / f"rules/cmake/{name}.cmake").read_text()
        named = set(re.findall(r"\b(\w+\.(?:cpp|h))\b", text))
        assert named & known
        assert named <= known


def front_end_files():
    files = [*(ROOT / "rules").glob("*.bzl"), *(ROOT / "rules").glob("private/*.bzl")]
    return [*files, *(ROOT / "rules/buck2").glob("**/*.bzl")]


def test_front_ends_name_no_outputs():
    known = {name: value for name, value in constants().items() if name.isupper() and name[0] != "_"}
    values = [[value] if isinstance(value, str) else value for value in known.values()]
    quoted = {f'"{name}"' for names in values for name in names if "." in name}
    for path in front_end_files():
        assert not [text for text in quoted if text in path.read_text()], path


def test_messages_are_written_once():
    """Mistakes that both front ends refuse are refused by a check of rules/common."""

    def messages(paths) -> set[str]:
        return {m for path in paths for m in re.findall(r'fail\(\s*"((?:[^"\\]|\\.)*)"', path.read_text())}

    files = front_end_files()
    buck2 = messages(path for path in files if "buck2" in path.parts)
    assert not buck2 & messages(path for path in files if "buck2" not in path.parts)


FLAGS = [node for path in COMMON.glob("*argv.bzl") for node in ast.parse(path.read_text()).body]
COMMANDS = {
    "select_flags": "select",
    "prim_ops_flags": "select",
    "merge_flags": "merge",
    "resolve_flags": "resolve",
    "generate_flags": "generate",
    "check_flags": "check",
    "registry_flags": "report",
    "report_flags": "report",
    "shader_compile_flags": "shader",
    "shader_generate_flags": "shader",
    "size_flags": "size",
}


@pytest.mark.parametrize("function", sorted(COMMANDS))
def test_flags_are_those_of_etgen(function):
    (node,) = [each for each in FLAGS if isinstance(each, ast.FunctionDef) and each.name == function]
    flags = {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.startswith("--")
    }
    assert COMMANDS[function] in cli.COMMANDS
    source = importlib.import_module(f"etgen.{COMMANDS[function]}")
    parser = cli.argparse.ArgumentParser()
    source.add_arguments(parser)
    known = set(parser._option_string_actions)
    for action in parser._actions:
        for subparser in (action.choices or {}).values() if isinstance(action.choices, dict) else ():
            known |= set(subparser._option_string_actions)
    assert flags
    assert flags <= known
