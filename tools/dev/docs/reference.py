"""Generates the reference pages.

The pages of rules are generated from rules/spec, and those of etgen from the argparse parsers of its
commands.
"""

import argparse
import importlib
import textwrap

import rule_spec
import rule_text
from etgen import cli


def rule_page(name: str) -> str:
    return f"reference/rules/{name}.md"


def command_page(name: str) -> str:
    return f"reference/etgen/{name}.md"


def rules() -> tuple[str, ...]:
    """The public rules."""
    return tuple(rule_spec.rules())


def navigation() -> list[dict]:
    """The pages, in the format of mkdocs' navigation."""
    return [
        {"Rules": [{name: rule_page(name)} for name in rules()]},
        {"etgen": [{name: command_page(name)} for name in cli.COMMANDS]},
    ]


def pages() -> dict[str, tuple[str, str]]:
    """By path in the site: the path in the repository that a page's links are relative to, and the page's
    text.
    """
    result = {rule_page(name): (rule.file, _rule(rule)) for name, rule in rule_spec.rules().items()}
    for name in cli.COMMANDS:
        result[command_page(name)] = (f"tools/etgen/{name}.py", _command(name))
    return result


def _rule(rule: rule_spec.Rule) -> str:
    tabs = {}
    if "bazel" in rule.front_ends:
        file = "repositories" if rule.is_repository_rule else "defs"
        tabs["Bazel"] = _macro(rule, "bazel", f"@rules_executorch//rules:{file}.bzl")
    if "buck2" in rule.front_ends:
        tabs["Buck2"] = _macro(rule, "buck2", "@rules_executorch//rules/buck2:defs.bzl")
    if "cmake" in rule.front_ends:
        tabs["CMake"] = _keywords(rule)
    shown = [f'=== "{system}"\n\n{textwrap.indent(text, "    ")}' for system, text in tabs.items()]
    return "\n".join([f"# {rule.name}\n\n{rule.summary(rule.front_ends[0])}\n", *shown])


def _macro(rule: rule_spec.Rule, front_end: str, file: str) -> str:
    rows = [
        (f"`{each.name}`", each.type(front_end), each.default, each.doc(front_end))
        for each in rule.parameters(front_end)
    ]
    if front_end in rule.macros:
        rows.append(("`**kwargs`", "", None, rule.common(front_end)))
    load = _fenced(f'load("{file}", "{rule.name}")', "starlark")
    table = _table(
        ("parameter", "type", "default", ""),
        [(name, type_, f"`{default}`" if default else "", _cell(doc)) for name, type_, default, doc in rows],
    )
    return "\n".join([load, *_paragraphs(rule, front_end, "starlark"), table])


def _keywords(rule: rule_spec.Rule) -> str:
    usage, rows = [], []
    for each in rule.parameters("cmake"):
        shown = each.keyword + each.values()
        usage.append(shown if each.needed_by_cmake else f"[{shown}]")
        default = f"`{each.cmake_default}`" if each.cmake_default else ""
        rows.append((f"`{each.keyword}`", default, _cell(rule_text.with_keywords(rule, each.doc("cmake")))))
    call = _fenced("\n".join([f"{rule.name}(", *(f"  {text}" for text in usage), ")"]), "cmake")
    return "\n".join([call, *_paragraphs(rule, "cmake", "cmake"), _table(("keyword", "default", ""), rows)])


def _paragraphs(rule: rule_spec.Rule, front_end: str, language: str) -> list[str]:
    result = []
    for text, is_code in rule.paragraphs(front_end):
        if is_code:
            result.append(_fenced(text, language))
        else:
            shown = rule_text.with_keywords(rule, text) if front_end == "cmake" else text
            result.append(f"{_outside_code(shown)}\n")
    return result


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


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
    """The text, escaped for a table."""
    return _outside_code(text.replace("|", "\\|"))


def _outside_code(text: str) -> str:
    """Escapes `<name>` outside code, so that it is not parsed as HTML."""
    parts = text.split("`")
    return "`".join(part if i % 2 else part.replace("<", "&lt;") for i, part in enumerate(parts))


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```\n"
