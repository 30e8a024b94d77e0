"""Reads the exports of releases of rule sets, and the features of releases of Bazel, from git repositories.

The environment variable RULES_EXECUTORCH_CHECKOUTS names a directory with clones, or links to clones, that
are named like the repositories: `rules_cc` and `platforms` of bazelbuild, and `bazel-docs` of bazel-contrib,
the documents of all versions. Only names are kept from them.
"""

import ast
import builtins
import contextlib
import functools
import html
import os
import pathlib
import re
import subprocess
import types
import unittest.mock

ENVIRONMENT = "RULES_EXECUTORCH_CHECKOUTS"
_FLAG = re.compile(r'^(?:`|<ParamField path=")--(?:\[no\])?(\w+(?::\w+)?)', re.MULTILINE)
NAMES = ("bazel-docs", "platforms", "rules_cc")


def missing() -> str:
    """The reason why nothing can be read; empty if all repositories exist."""
    if ENVIRONMENT not in os.environ:
        return f"{ENVIRONMENT} is not set"
    absent = [name for name in NAMES if not (_directory() / name).exists()]
    return f"{ENVIRONMENT} has no {', '.join(absent)}" if absent else ""


def _directory() -> pathlib.Path:
    return pathlib.Path(os.environ[ENVIRONMENT])


def _git(name: str, *args: str) -> str:
    command = ["git", "-C", _directory() / name, "-c", "safe.directory=*", *args]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def newest_release(name: str) -> str:
    """The highest version among the tags of a repository."""
    tags = [tag for tag in _git(name, "tag").split() if re.fullmatch(r"\d+(\.\d+)+", tag)]
    return max(tags, key=lambda tag: [*map(int, tag.split("."))])


def files(name: str, revision: str, *paths: str) -> dict[str, str]:
    """The text of the files below paths."""
    names = _git(name, "ls-tree", "-r", "--name-only", revision, "--", *paths).splitlines()
    return {path: _git(name, "show", f"{revision}:{path}") for path in names}


class RulesCc:
    """The .bzl files of a release of rules_cc, evaluated as in Bazel 9: with rules_cc's own rules, if it has
    some.

    Python evaluates them, as it accepts their Starlark; Bazel's built-in functions are stubs.
    """

    def __init__(self, release: str):
        self._texts = {
            path: text
            for path, text in files("rules_cc", f"refs/tags/{release}", "cc").items()
            if path.endswith(".bzl")
        }
        self._modules: dict[str, dict] = {}

    def exports(self) -> dict[str, dict[str, list[str] | None]]:
        """The symbols that a load may name, by public file; functions and rules with their parameters."""
        public = [path for path in self._texts if re.fullmatch(r"cc/(common/)?\w+\.bzl", path)]
        return {path: self._symbols(path) for path in sorted(public)}

    def members(self, path: str, symbol: str) -> dict[str, list[str] | None]:
        """The members of a struct with their parameters; empty if the struct is Bazel's own."""
        value = self._module(path)[symbol]
        members = vars(value) if isinstance(value, types.SimpleNamespace) else {}
        return {name: _parameters(member) for name, member in members.items()}

    def _symbols(self, path: str) -> dict[str, list[str] | None]:
        tree, loaded = ast.parse(self._texts[path]), set()
        for node in tree.body:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call = node.value
                loaded |= {arg.value for arg in call.args[1:]} | {keyword.arg for keyword in call.keywords}
        module = self._module(path)
        own = [name for name in module["(own)"] if name not in loaded and not name.startswith("_")]
        return {name: _parameters(module[name]) for name in sorted(own)}

    def _module(self, path: str) -> dict:
        if path not in self._modules:
            text = self._texts.get(path) or self._proxy(path)
            self._modules[path] = module = {}
            names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
            module |= {name: unittest.mock.MagicMock() for name in names if not hasattr(builtins, name)}
            module |= {"load": functools.partial(self._load, path), "rule": _Rule}
            module |= {"provider": _provider, "struct": types.SimpleNamespace}
            for statement in ast.parse(text).body:
                # A statement that inspects Bazel's values cannot be run; its names keep the values from
                # above.
                with contextlib.suppress(TypeError, ValueError, AttributeError):
                    code = compile(ast.Module([statement], []), path, "exec")
                    exec(code, module)
            module["(own)"] = _bound(text)
        return self._modules[path]

    def _load(self, path: str, label: str, *same: str, **renamed: str) -> None:
        repository, _, rest = label.rpartition("//")
        package, _, file = rest.rpartition(":")
        target = f"{package if '//' in label else os.path.dirname(path)}/{file}".lstrip("/")
        ours = repository in ("", "@rules_cc") or "proxy" in repository
        for name, symbol in {**dict(zip(same, same, strict=True)), **renamed}.items():
            value = self._module(target).get(symbol) if ours else unittest.mock.MagicMock()
            self._modules[path][name] = value

    def _proxy(self, path: str) -> str:
        """A file of the repository that rules_cc generates to choose rules; rules_cc's own rules come before
        Bazel's.
        """
        tree = ast.parse(self._texts["cc/extensions.bzl"])
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and getattr(node.args[0], "value", None) == path:
                return node.args[1].value
        raise FileNotFoundError(path)


def _provider(*_args, **details):
    made = unittest.mock.MagicMock()
    return (made, made) if "init" in details else made


class _Rule:
    def __init__(self, attrs=None, **_details):
        self.attrs = dict(attrs or {})


def _parameters(value) -> list[str] | None:
    """The names of the parameters of a function or rule; `**` for any name."""
    if isinstance(value, _Rule):
        return sorted(value.attrs)
    if isinstance(value, types.FunctionType):
        code = value.__code__
        names = [*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]
        if code.co_flags & 0x08:
            inner = [each for each in value.__globals__.values() if isinstance(each, _Rule)]
            names += sorted(inner[0].attrs) if len(inner) == 1 else ["**"]
        return sorted(names)
    return None


def _bound(text: str) -> list[str]:
    names = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [each.id for each in node.targets if isinstance(each, ast.Name)]
    return names


def platforms(release: str) -> list[str]:
    """The constraint values of a release of platforms, as labels."""
    labels = []
    for path, text in files("platforms", f"refs/tags/{release}", "os", "cpu").items():
        if path.endswith("/BUILD"):
            names = re.findall(r'^(?:alias|constraint_value)\(\n    name = "(\w+)"', text, re.MULTILINE)
            labels += [f"//{path.partition('/')[0]}:{name}" for name in names]
    return sorted(labels)


class BazelDocuments:
    """The reference documents of a version of Bazel.

    Attributes:
      functions: parameters by function, such as `attr.label`; a member that is not a function has none.
      flags: the names of flags.
    """

    def __init__(self, version: str):
        root = f"versions/{version}"
        texts = files("bazel-docs", "HEAD", f"{root}/rules/lib", f"{root}/reference/be")
        self.functions: dict[str, set[str]] = {}
        for text in texts.values():
            for name, parameters in _signatures(text):
                self.functions.setdefault(name, set()).update(parameters)
        self._version = version
        self.flags = set(_FLAG.findall(html.unescape(self.page("reference/command-line-reference"))))

    def page(self, name: str) -> str:
        (text,) = files("bazel-docs", "HEAD", f"versions/{self._version}/{name}.mdx").values()
        return text


def _signatures(text: str):
    """The functions and members of a document; each has a block with its signature."""
    for block in re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = " ".join(html.unescape(block).split())
        if match := re.fullmatch(r"(?:[^()]*? )?([\w.]+)\((.*)\)", line):
            yield match[1], [part.partition("=")[0] for part in _split(match[2])]
        elif match := re.fullmatch(r"(?:.* )?(\w+\.\w+)", line):
            yield match[1], []


def _split(parameters: str) -> list[str]:
    """The parameters of a signature; their defaults may contain commas."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(parameters + ","):
        depth += (char in "([{") - (char in ")]}")
        if char == "," and not depth:
            parts.append(parameters[start:i].strip())
            start = i + 1
    return [part for part in parts if part and part != "*"]
