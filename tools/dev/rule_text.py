"""The text that write_rules.py writes into the rules, made from their descriptions: the heads of macros and
functions, the attributes of repository rules.
"""

import re
import textwrap

from rule_spec import Rule

_WIDTH = 118
# By type in Starlark: the attribute of a repository rule.
_ATTRIBUTES = {"bool": "bool", "int": "int", "list[str]": "string_list", "str": "string"}


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
    prefix = rule.short_name.upper()
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
