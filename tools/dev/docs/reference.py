"""Reference pages.

Those of the rules come from the docstrings of rules/*.bzl and the comments of rules/cmake, and those of etgen
from what its commands tell argparse.
"""

import argparse
import ast
import functools
import importlib
import pathlib
import re
import textwrap

from etgen import cli

ROOT = pathlib.Path(__file__).resolve().parents[3]


def rule_page(name: str) -> str:
    return f"reference/rules/{name}.md"


def command_page(name: str) -> str:
    return f"reference/etgen/{name}.md"


@functools.cache
def rules() -> tuple[str, ...]:
    """The public rules: the macros that defs.bzl exports and that have a file of their own."""
    exported = re.findall(r'^load\("//rules:(\w+)\.bzl"', (ROOT / "rules/defs.bzl").read_text(), re.MULTILINE)
    names = {name for name in exported if _function(name)}
    return tuple(sorted(names))


def navigation() -> list[dict]:
    """The pages, as mkdocs has them in its configuration."""
    return [
        {"Rules": [{name: rule_page(name)} for name in rules()]},
        {"etgen": [{name: command_page(name)} for name in cli.COMMANDS]},
    ]


def pages() -> dict[str, tuple[str, str]]:
    """By path in the site, what the links of a page are relative to in the repository, and its text."""
    result = {rule_page(name): (f"rules/{name}.bzl", _rule(name)) for name in rules()}
    for name in cli.COMMANDS:
        result[command_page(name)] = (f"tools/etgen/{name}.py", _command(name))
    return result


@functools.cache
def _function(name: str) -> ast.FunctionDef | None:
    """The macro of a file, which is read as Python: Starlark without its own is that."""
    path = ROOT / f"rules/{name}.bzl"
    tree = ast.parse(path.read_text()) if path.exists() else ast.Module([], [])
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    return next(found, None)


def _rule(name: str) -> str:
    function = _function(name)
    docstring = ast.get_docstring(function)
    text, _, args = docstring.partition("\nArgs:\n")
    described = _described(args)
    rows = "".join(
        f"| `{parameter}` | {f'`{default}`' if default else ''} | {_cell(described[parameter])} |\n"
        for parameter, default in _parameters(function)
    )
    cmake = ROOT / f"rules/cmake/{name}.cmake"
    parts = [
        f"# {name}\n\n{text.strip()}\n",
        f"## Bazel and Buck2\n\n{_load_lines(name)}\n| parameter | default | |\n|---|---|---|\n{rows}",
    ]
    if cmake.exists():
        parts.append(f"## CMake\n\n{_fenced(_leading_comment(cmake.read_text()), 'text')}")
    return "\n".join(parts)


def _load_lines(name: str) -> str:
    places = ["@rules_executorch//rules:defs.bzl"]
    if (ROOT / f"rules/buck2/{name}.bzl").exists():
        places.append("@rules_executorch//rules/buck2:defs.bzl")
    lines = [f'load("{place}", "{name}")' for place in places]
    return _fenced("  # Bazel\n".join(lines) + ("  # Buck2" if len(lines) > 1 else ""), "starlark")


def _parameters(function: ast.FunctionDef) -> list[tuple[str, str]]:
    """Each parameter with its default, as it is written."""
    names = [arg.arg for arg in function.args.args]
    defaults = [""] * (len(names) - len(function.args.defaults)) + list(
        map(ast.unparse, function.args.defaults)
    )
    result = list(zip(names, defaults, strict=True))
    for arg, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        result.append((arg.arg, ast.unparse(default) if default else ""))
    if function.args.kwarg:
        result.append((f"**{function.args.kwarg.arg}", ""))
    return result


def _described(args: str) -> dict[str, str]:
    """What the docstring says of each parameter."""
    args = textwrap.dedent(args.partition("\nReturns:")[0])
    items = re.split(r"^(\*{0,2}\w+): ", args, flags=re.MULTILINE)[1:]
    return {name: " ".join(text.split()) for name, text in zip(items[::2], items[1::2], strict=True)}


def _leading_comment(text: str) -> str:
    """The comment that a file begins with."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" "))
    return "\n".join(lines)


def _command(name: str) -> str:
    module = importlib.import_module(f"etgen.{name}")
    parser = argparse.ArgumentParser(
        prog=f"etgen {name}", formatter_class=lambda prog: argparse.HelpFormatter(prog, width=100)
    )
    module.add_arguments(parser)
    return f"# etgen {name}\n\n{_sentence(module.HELP)}\n\n{_flags(parser)}"


def _flags(parser: argparse.ArgumentParser) -> str:
    usage = parser.format_usage().removeprefix("usage: ")
    rows, below = "", ""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help for choice in action._choices_actions}
            for name, subparser in action.choices.items():
                subparser.formatter_class = parser.formatter_class
                below += f"\n## {name}\n\n{_sentence(helps[name])}\n\n{_flags(subparser)}"
        elif not isinstance(action, argparse._HelpAction):
            names = " ".join(action.option_strings) or (action.metavar or action.dest)
            metavar = action.metavar or action.dest.upper()
            values = [metavar] if isinstance(metavar, str) else metavar
            value = f" {' '.join(values)}" if action.nargs != 0 else ""
            shown = names if not action.option_strings else names + value
            needed = " (required)" if action.required and action.option_strings else ""
            rows += f"| `{shown}` | {_cell(action.help or '')}{needed} |\n"
    table = f"| flag | |\n|---|---|\n{rows}" if rows else ""
    return f"{_fenced(usage.strip(), 'text')}\n{table}{below}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _cell(text: str) -> str:
    """The text in a table; outside of code, `<name>` is not HTML."""
    parts = text.replace("|", "\\|").split("`")
    return "`".join(part if i % 2 else part.replace("<", "&lt;") for i, part in enumerate(parts))


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```\n"
