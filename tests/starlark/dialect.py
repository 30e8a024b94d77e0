"""Evaluates Starlark files one by one in starlark-go. Loaded and built-in functions record their calls.

starlark-go has neither structs nor load, and its binding crashes for Python functions. `native.alias` is
therefore `native_alias` here, and loaded symbols are Starlark functions that record their arguments.
"""

import dataclasses
import pathlib
import re

import repository
import starlark_go

_COMMON = "Label alias filegroup genrule glob package_name provider rule select test_suite".split()
BAZEL = """DefaultInfo OutputGroupInfo aspect bazel_dep config_setting constraint_setting constraint_value
    depset exports_files label_flag local_path_override local_repository module module_extension package
    platform repository_rule struct tag_class toolchain use_extension use_repo workspace""".split()
BAZEL += _COMMON
BUCK2 = """Artifact DefaultInfo ExternalRunnerTestInfo RunInfo cmd_args config_setting
    constraint_setting constraint_value cxx_binary cxx_library dynamic_actions export_file
    get_cell_name isinstance oncall platform prebuilt_cxx_library provider_field read_root_config
    sh_test struct""".split()
BUCK2 += _COMMON

# Names whose attributes are used.
_NAMESPACES = "attr attrs config dynattrs json native platform_common typing".split()
_LOAD = re.compile(r"^load\((.*?)\)[^\n]*$", re.MULTILINE | re.DOTALL)
_RECORDER = """\
def {name}(*args, **kwargs):
    plain = {{k: recorded_plain(v) for k, v in kwargs.items()}}
    recorded_calls.append(["{name}", recorded_plain(list(args)), plain])
    return {result}
"""
_RESULTS = {
    "generated_headers": '["Functions.h"]',
    "glob": '["globbed.cpp"]',
    "of_a_part": "{}",
    "only_custom_ops": "False",
    "package_name": '"package"',
    # Returns the default that the caller gives, as nothing is configured.
    "read_root_config": "args[2] if len(args) > 2 else None",
    "take_parameters": "{}",
}
# Loaded constants that are read.
_CONSTANTS = {
    "BARE_METAL_COPTS": [],
    "BARE_METAL_CXXOPTS": [],
    "CORTEX_M_COPTS": {"m4": [], "m55": []},
    "GCC": {"aarch64-linux-gnu": "<gcc>", "arm-none-eabi": "<gcc>"},
}
_HEAD = """\
recorded_calls = []
def recorded_plain(v):
    if type(v) in ["list", "tuple"]:
        return [each if type(each) == "string" else str(each) for each in v]
    return v if type(v) in ["bool", "int", "string", "NoneType"] else str(v)
"""


def _files() -> list[str]:
    names = repository.files("*.bzl", "*.bazel", "*BUCK")
    # Bazel cannot load the stand-in for Buck2's prelude.
    return [name for name in names if "starlark/buck2/prelude" not in name]


# The Starlark files of the repository.
FILES = _files()


def is_buck2(name: str) -> bool:
    return name.endswith("BUCK") or name.startswith("rules/buck2/")


def builtins_of(name: str) -> list[str]:
    """The built-in functions that a file may call."""
    return BUCK2 if is_buck2(name) else BAZEL


@dataclasses.dataclass(frozen=True)
class Evaluated:
    """The result for a file: its calls during evaluation, and the files from which its symbols are loaded."""

    calls: list[tuple[str, list, dict]]
    loads: dict[str, str]


def evaluate(path: pathlib.Path, builtins: list[str], after: str = "") -> Evaluated:
    """Evaluates a file, and text after it. Raises an error of starlark_go if it is not valid Starlark."""
    text = path.read_text()
    loads = {}
    for match in _LOAD.finditer(text):
        module, *symbols = re.findall(r'(?:(\w+) = )?"([^"]*)"', match[1])
        loads |= {local or name: module[1] for local, name in symbols}
    body = _LOAD.sub(lambda match: "\n" * match[0].count("\n"), text)
    called, read = set(), set()
    for namespace in _NAMESPACES:
        for name, call in re.findall(rf"\b{namespace}\.(\w+)\b(\(?)", body):
            (called if call else read).add(f"{namespace}_{name}")
        body = re.sub(rf"\b{namespace}\.(\w+)", rf"{namespace}_\1", body)
    names = [*loads, *builtins, *sorted(called)]
    constants = [*(name for name in names if name.isupper()), *sorted(read - called)]
    stubs = "".join(f"{name} = {_CONSTANTS.get(name, {})}\n" for name in constants)
    for name in names:
        if name not in constants:
            result = _RESULTS.get(name.removeprefix("native_"), f'"<{name}>"')
            stubs += _RECORDER.format(name=name, result=result)
    starlark = starlark_go.Starlark()
    # All is evaluated as one text: a list can only be changed by the text that created it.
    starlark.exec(f"{_HEAD}{stubs}{body}\n{after}", filename=str(path))
    return Evaluated([tuple(call) for call in starlark.get("recorded_calls")], loads)
