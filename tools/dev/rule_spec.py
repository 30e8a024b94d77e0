"""Reads the descriptions of rules in rules/spec, which Bazel, Buck2 and CMake share.

A file has these keys:

  purpose      the purpose, for lists of rules
  summary      the first sentence of the documentation
  text         its paragraphs; code is {code: …}
  parameters   by name: `type` (see _TYPES; `none` if `doc` describes it), `default` as Starlark code (a
               parameter without default is mandatory), `doc`
  common       the documentation of **kwargs; not for repository rules
  front_ends   the front ends that have the rule; by default all
  bazel        `repository` if the rule is a repository rule in Bazel

A text may be a mapping with its versions for `bazel`, `buck2`, `starlark` (both of them) and `cmake`; a front
end without a version lacks the text. A parameter may also have:

  only           the front ends that have it; by default all
  cmake          the values of its keyword in the usage block, without `...`
  also           another spelling of the keyword
  cmake_needs    whether it is mandatory in CMake, if that differs from `default`
  cmake_default  the default of CMake's variable, if that differs from `default`

`cmake_reads: by hand` marks a function that parses its arguments itself.
"""

import dataclasses
import functools
import pathlib

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRONT_ENDS = ("bazel", "buck2", "cmake")

# By type: its name in Starlark, and the value of CMake's keyword.
_TYPES = {
    "bool": ("bool", "bool", "<bool>"),
    "dep": ("Label", "dep", "<target>"),
    "dict[str, int]": ("dict[str, int]", "dict[str, int]", "<json>"),
    "dict[str, list[str]]": ("dict[str, list[str]]", "dict[str, list[str]]", "<json>"),
    "directory": ("str", "source", "<directory>"),
    "file": ("Label", "source", "<file>"),
    "int": ("int", "int", "<n>"),
    "label": ("str", "dep", "<target>"),
    "number": ("str", "str", "<number>"),
    "str": ("str", "str", "<text>"),
    "yaml": ("Label", "source", "<yaml>"),
}
_KEYS = {"purpose", "summary", "text", "parameters", "common", "front_ends", "bazel", "cmake_reads"}
_PARAMETER_KEYS = {"type", "default", "doc", "only", "cmake", "also", "cmake_needs", "cmake_default"}


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    spec: dict

    @property
    def default(self) -> str | None:
        return self.spec.get("default")

    @property
    def keyword(self) -> str:
        return self.name.upper()

    @property
    def spellings(self) -> list[str]:
        """The keyword and its other spelling, if there is one."""
        return [self.keyword, *filter(None, [self.spec.get("also")])]

    @property
    def is_list(self) -> bool:
        return self.spec["type"].startswith("list[")

    @property
    def is_flag(self) -> bool:
        return self.spec["type"] == "bool"

    @property
    def needed_by_cmake(self) -> bool:
        return self.spec.get("cmake_needs", self.default is None)

    def type(self, front_end: str) -> str:
        """The type in the documentation of a front end; empty if `doc` describes it."""
        spelt = self.spec["type"]
        single = spelt.removeprefix("list[").removesuffix("]") if self.is_list else spelt
        if single == "none":
            return ""
        name = _TYPES[single][FRONT_ENDS.index(front_end)]
        return f"list[{name}]" if self.is_list and front_end != "cmake" else name

    def doc(self, front_end: str) -> str:
        return worded(self.spec.get("doc", ""), front_end) or ""

    @property
    def cmake_default(self) -> str | None:
        """The default of CMake's variable, unless it is empty."""
        if self.is_flag:
            return "ON" if self.default == "True" else "OFF"
        default = None if self.is_list or self.default in ("None", "{}") else self.default
        return self.spec.get("cmake_default", default and default.strip('"'))

    def values(self) -> str:
        """The values that follow CMake's keyword."""
        if self.is_flag and self.default == "False":
            return ""
        value = self.spec.get("cmake") or self.type("cmake")
        return f" {value}{'...' if self.is_list else ''}"


@dataclasses.dataclass(frozen=True)
class Rule:
    name: str
    spec: dict

    def parameters(self, front_end: str) -> list[Parameter]:
        every = [Parameter(name, spec) for name, spec in self.spec["parameters"].items()]
        return [each for each in every if front_end in each.spec.get("only", FRONT_ENDS)]

    @property
    def front_ends(self) -> tuple[str, ...]:
        return tuple(self.spec.get("front_ends", FRONT_ENDS))

    @property
    def is_repository_rule(self) -> bool:
        """In Bazel."""
        return self.spec.get("bazel") == "repository"

    @property
    def macros(self) -> tuple[str, ...]:
        """The front ends that have the rule as a macro."""
        return tuple(
            each
            for each in self.front_ends
            if each != "cmake" and not (each == "bazel" and self.is_repository_rule)
        )

    @property
    def file(self) -> str:
        """The file with the documentation that a link to the rule leads to."""
        if "bazel" in self.macros:
            return f"rules/{self.name}.bzl"
        return f"rules/buck2/{self.name}.bzl" if "buck2" in self.macros else f"rules/cmake/{self.name}.cmake"

    @property
    def short_name(self) -> str:
        """The name of its files in the directories `private`."""
        return self.name.removeprefix("executorch_").removeprefix("et_")

    @property
    def purpose(self) -> str:
        return self.spec["purpose"]

    @property
    def cmake_is_parsed_by_hand(self) -> bool:
        return self.spec.get("cmake_reads") == "by hand"

    def paragraphs(self, front_end: str) -> list[tuple[str, bool]]:
        """Each paragraph, and whether it is code."""
        result = []
        for each in self.spec.get("text", []):
            is_code = isinstance(each, dict) and "code" in each
            text = worded(each["code"] if is_code else each, front_end)
            if text:
                result.append((text.rstrip("\n"), is_code))
        return result

    def summary(self, front_end: str) -> str:
        return worded(self.spec["summary"], front_end) or ""

    def common(self, front_end: str) -> str:
        return worded(self.spec.get("common", ""), front_end) or ""


def worded(text: str | dict, front_end: str) -> str | None:
    """The version of a text for a front end."""
    if isinstance(text, str):
        return text
    return text.get(front_end, None if front_end == "cmake" else text.get("starlark"))


@functools.cache
def rules() -> dict[str, Rule]:
    return {path.stem: _read(path) for path in sorted((ROOT / "rules/spec").glob("*.yaml"))}


def _read(path: pathlib.Path) -> Rule:
    spec = yaml.safe_load(path.read_text())
    unknown = spec.keys() - _KEYS
    for name, parameter in spec["parameters"].items():
        unknown |= {f"{name}.{key}" for key in parameter.keys() - _PARAMETER_KEYS}
    if unknown:
        raise SystemExit(f"error: {path}: no key {', '.join(sorted(unknown))}: see {__file__}")
    return Rule(path.stem, spec)
