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
import re
import textwrap

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRONT_ENDS = ("bazel", "buck2", "cmake")
_WIDTH = 118

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
# By type in Starlark: the attribute of a repository rule.
_ATTRIBUTES = {"bool": "bool", "int": "int", "list[str]": "string_list", "str": "string"}
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


def starlark(rule: Rule, front_end: str) -> str:
    """The head of a macro: its signature and docstring."""
    parameters = rule.parameters(front_end)
    signature = [each.name + (f" = {each.default}" if each.default else "") for each in parameters]
    signature.append("**kwargs")
    head = f"def {rule.name}({', '.join(signature)}):"
    if len(head) > 100:
        head = f"def {rule.name}(" + ",".join(f"\n        {each}" for each in signature) + "):"
    lines = [*head.splitlines(), f'    """{_without_links(rule.summary(front_end))}', ""]
    for text, is_code in rule.paragraphs(front_end):
        paragraph = textwrap.indent(text, "    ") if is_code else _wrapped(_without_links(text), "", "")
        lines += [*textwrap.indent(paragraph, "    ").splitlines(), ""]
    lines.append("    Args:")
    for each in parameters:
        described = [text for text in (each.type(front_end), _without_links(each.doc(front_end))) if text]
        lines.append(_wrapped(_sentence(f"{each.name}: {', '.join(described)}"), "      ", "        "))
    lines.append(_wrapped(f"**kwargs: {rule.common(front_end)}", "      ", "        "))
    return "\n".join([*lines, '    """']) + "\n"


def repository_attributes(rule: Rule) -> str:
    """A file with the documentation and the attributes of a repository rule, without the attribute name."""
    paragraphs = [rule.summary("bazel"), *(text for text, _ in rule.paragraphs("bazel"))]
    doc = "\n\n".join(_wrapped(_without_links(text), "", "") for text in paragraphs)
    prefix = short_name(rule).upper()
    lines = [
        f'"""The attributes of {rule.name}, written from rules/spec by tools/dev/write_rules.py."""',
        f'\n{prefix}_DOC = """{doc}\n"""',
        f"\n{prefix}_ATTRS = {{",
    ]
    for each in rule.parameters("bazel"):
        if each.name != "name":
            kind = _ATTRIBUTES[each.type("bazel")]
            text = _without_links(each.doc("bazel"))
            lines.append(f'    "{each.name}": attr.{kind}(')
            lines.append(f'        doc = "{_sentence(text[0].upper() + text[1:])}",')
            if each.default not in ("None", "[]", "False", "0"):
                lines.append(f"        default = {each.default},")
            lines.append("    ),")
    return "\n".join([*lines, "}"]) + "\n"


def short_name(rule: Rule) -> str:
    """The name of its files in the directories `private`."""
    return re.sub("^(et|executorch)_", "", rule.name)


def cmake(rule: Rule) -> str:
    """The head of a function: the comment with its usage, and the code that parses its arguments."""
    head = cmake_usage(rule) + cmake_function(rule)
    return head if rule.cmake_is_parsed_by_hand else head + cmake_reads(rule)


def cmake_usage(rule: Rule) -> str:
    usage = []
    for each in rule.parameters("cmake"):
        shown = each.keyword + each.values()
        text = in_cmake(rule, each.doc("cmake"))
        usage.append((shown if each.needed_by_cmake else f"[{shown}]", _phrase(text)))
    column = 6 + max(len(shown) for shown, _ in usage if len(shown) <= 36)
    lines = [_wrapped(in_cmake(rule, rule.summary("cmake")), "# ", "# "), "#", f"#   {rule.name}("]
    for shown, text in usage:
        first = f"#     {shown}"
        if not text:
            lines.append(first)
            continue
        pad = " " * max(column + 2 - len(first), 2)
        lines.append(_wrapped(text, first + pad, "#" + " " * (column + 1)))
    lines.append("#   )")
    for text, is_code in rule.paragraphs("cmake"):
        paragraph = textwrap.indent(text, "#   ") if is_code else _wrapped(in_cmake(rule, text), "# ", "# ")
        lines += ["#", paragraph]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def cmake_function(rule: Rule) -> str:
    # ExecuTorch's own build also defines these functions: see RulesExecuTorch.cmake.
    prefix = "${_et_prefix}" if rule.name == "merge_yaml" else ""
    return f"function({prefix}{rule.name})\n"


def cmake_reads(rule: Rule) -> str:
    parameters = rule.parameters("cmake")
    single = [name for each in parameters if not each.is_list for name in each.spellings]
    several = [name for each in parameters if each.is_list for name in each.spellings]
    needed = [each.keyword for each in parameters if each.needed_by_cmake]
    lines = [f'  cmake_parse_arguments(PARSE_ARGV 0 arg "" "{";".join(single)}" "{";".join(several)}")']
    if len(lines[0]) > _WIDTH:
        lines = [
            _wrapped(f"set(keywords {' '.join(single)})", "  ", "    "),
            f'  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${{keywords}}" "{";".join(several)}")',
        ]
    lines.append(f"  _et_check_arguments({' '.join([rule.name, *needed])})")
    for each in parameters:
        if default := each.cmake_default:
            lines.append(f"  {'_et_flag' if each.is_flag else '_et_default'}({each.keyword} {default})")
    return "\n".join(lines) + "\n"


# Keywords that the documentation of other rules mentions.
_OF_OTHERS = {"deps", "functions_yaml_target"}


def with_keywords(rule: Rule, text: str) -> str:
    """A text with the names of parameters in capitals, as in CMake."""
    keywords = _OF_OTHERS | {each.name for each in rule.parameters("cmake")}
    return re.sub(r"`([^`]+)`", lambda code: code[0].upper() if code[1] in keywords else code[0], text)


def in_cmake(rule: Rule, text: str) -> str:
    """The text for comments of CMake: backticks only around code that contains spaces."""
    return re.sub(r"`([^` ]+)`", r"\1", with_keywords(rule, _without_links(text)))


def _without_links(text: str) -> str:
    return re.sub(r"\[[^\]]*\]\(((?:\.\./)*)([^)]*)\)", r"\2", text)


def _sentence(text: str) -> str:
    return text if text.endswith((".", ":")) else text + "."


def _phrase(text: str) -> str:
    """A text of one sentence without its full stop."""
    return text.removesuffix(".") if ". " not in text else text


def _wrapped(text: str, first: str, rest: str) -> str:
    return textwrap.fill(
        " ".join(text.split()),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
