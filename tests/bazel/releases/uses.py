"""Finds the features of Bazel and of rule sets that the files of this repository use."""

import ast
import collections
import dataclasses
import pathlib
import re

from conftest import ROOT
from dialect import FILES, is_buck2

# Members of Starlark's own types.
_STARLARK = set(
    """all any bool dict dir enumerate fail getattr hasattr hash int len list max min print range repr
    reversed sorted str tuple type zip True False None""".split()
)

# Names whose members are Bazel's, with the type's name in Bazel's documents.
_TYPES = {
    "attr": "attr",
    "cc_common": "cc_common",
    "config": "config",
    "ctx": "ctx",
    "json": "json",
    "module_ctx": "module_ctx",
    "native": "native",
    "platform_common": "platform_common",
    "repository_ctx": "repository_ctx",
}
_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z0-9_]*(?::[a-z]+)?)(?![\w-])")
_FOR_BAZEL = re.compile(r"bazel|^\s*`?(build|test)(:\w+)? --")
# Files with flags of Bazel: .bazelrc files, and files with lines that name Bazel.
_FILES_WITH_FLAGS = ("**/*.bazelrc", "**/.bazelrc", "tools/dev/*.sh", "**/*.md", "tests/**/*.py")


@dataclasses.dataclass
class Uses:
    """Functions by their names in the documents, with the parameters that are passed by name.

    Attributes:
      functions: functions of Bazel itself, such as `attr.label`.
      files: the files that use a function.
      members: attributes of values whose type is unknown.
      loads: the loaded symbols by file of another repository; called symbols with their parameters.
      labels: targets of other repositories, by repository.
      flags: names of flags, by the files that contain them.
    """

    functions: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    files: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    members: set[str] = dataclasses.field(default_factory=set)
    loads: dict[str, dict[str, set[str]]] = dataclasses.field(
        default_factory=lambda: collections.defaultdict(lambda: collections.defaultdict(set))
    )
    labels: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    flags: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))


def of_this_repository() -> Uses:
    uses = Uses()
    for name in FILES:
        if not is_buck2(name):
            _Visitor(uses, name).visit(ast.parse((ROOT / name).read_text()))
    for pattern in _FILES_WITH_FLAGS:
        for path in ROOT.glob(pattern):
            name = str(path.relative_to(ROOT))
            if path.is_file() and not name.startswith((".cache", ".venv", "bazel-", "docs/bazel_versions")):
                for flag in _flags(path):
                    uses.flags[flag].add(name)
    return uses


def _flags(path: pathlib.Path) -> list[str]:
    lines = path.read_text().splitlines()
    if path.suffix != ".bazelrc" and path.name != ".bazelrc":
        lines = [line for line in lines if _FOR_BAZEL.search(line) and "cmake" not in line]
    return _FLAG.findall("\n".join(lines))


class _Visitor(ast.NodeVisitor):
    def __init__(self, uses: Uses, file: str):
        self._uses, self._file = uses, file
        tree = ast.parse((ROOT / file).read_text())
        self._loaded = dict(_loads(tree))
        self._own = {
            *(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)),
            *(node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)),
            *(
                node.id
                for node in ast.walk(tree)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            ),
        } - _TYPES.keys()

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id == "load":
            return
        parameters = {keyword.arg for keyword in node.keywords if keyword.arg}
        name = _dotted(node.func)
        if isinstance(node.func, ast.Name) and name in self._loaded:
            file, symbol = self._loaded[name]
            self._use_loaded(file, symbol, parameters)
        elif name and self._is_bazels(name):
            self._use(_documented(name), parameters)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        name = _dotted(node)
        if name and self._is_bazels(name):
            self._use(_documented(name), set())
        else:
            self._uses.members.add(node.attr)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._loaded:
            self._use_loaded(*self._loaded[node.id], set())
        elif node.id not in self._own | _STARLARK | _TYPES.keys():
            self._use(node.id, set())

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            for repository, label in re.findall(r"^@(\w+)(//[\w/]*:?[\w.-]*)$", node.value):
                self._uses.labels[repository].add(label)

    def _use(self, function: str, parameters: set[str]) -> None:
        self._uses.functions[function] |= parameters
        self._uses.files[function].add(self._file)

    def _use_loaded(self, file: str, symbol: str, parameters: set[str]) -> None:
        if file.startswith("@"):
            self._uses.loads[file][symbol] |= parameters

    def _is_bazels(self, name: str) -> bool:
        first = name.partition(".")[0]
        return first in _TYPES or (first not in self._own | _STARLARK | self._loaded.keys())


def _loads(tree: ast.Module):
    for node in tree.body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and _dotted(call.func) == "load":
            file, *symbols = (argument.value for argument in call.args)
            yield from ((symbol, (file, symbol)) for symbol in symbols)
            yield from ((keyword.arg, (file, keyword.value.value)) for keyword in call.keywords)


def _dotted(node: ast.expr) -> str | None:
    """`a.b.c` if an expression consists of names and dots only."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else None
    return None


def _documented(name: str) -> str:
    """The name of a function or member in Bazel's documents: `type.member`."""
    return ".".join(re.sub(r"^ctx\.actions\.", "actions.", name).split(".")[:2])
