"""The Python files of references, which become modules of the generated package.

A helper is a file next to the one that imports it. It becomes a module next to the importing module, where
`import helper` is replaced by `from . import helper`. All other imports of a reference have to be installed
where models are exported.
"""

import ast
import keyword
import os
import re
import sys
from collections.abc import Iterator

from etgen.errors import Location, Problem, did_you_mean, input_error
from etgen.output_directory import OutputDirectory
from etgen.shader.declaration import ShaderOp
from etgen.text_io import read_text, warn

_DIRECTORY = "references"
# Packages that are always installed where models are exported, and Python's own modules.
_INSTALLED = frozenset({"__future__", "executorch", "numpy", "torch"}) | sys.stdlib_module_names
_BESIDE = "a helper is one .py file next to the reference, and among the references of the rule"


def is_module_name(name: str) -> bool:
    """Whether a module or a package may have the name."""
    return name.isidentifier() and not keyword.iskeyword(name)


class References:
    """The files of the references and their imports."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}  # by module

    @property
    def modules(self) -> list[str]:
        return sorted(self._files)

    def name_of(self, op: ShaderOp) -> str | None:
        """The qualified name of the operator's reference in the package; None if C++ kernels compute it.

        Raises:
          InputError: there is no such function, or a helper cannot be packaged.
        """
        if op.reference is None:
            return None
        where, path = op.at("reference"), op.beside_yaml(op.reference.file)
        module, extension = os.path.splitext(os.path.basename(path))
        if extension != ".py" or not is_module_name(module):
            raise input_error(
                f"{path} is not a Python module", "reference: file.py:function", where, str(op.name)
            )
        names = self._add(module, path, where, str(op.name)).names
        if op.reference.function not in names and "*" not in names:
            hint = did_you_mean(op.reference.function, names, "define it there")
            raise input_error(f"{path} has no function {op.reference.function}", hint, where, str(op.name))
        return f"{module}.{op.reference.function}"

    def _add(self, module: str, path: str, where: Location, op: str) -> "_File":
        """Adds a file with its helpers. `where` is the location for messages."""
        if module in self._files:
            file = self._files[module]
            if file.path != path:
                raise input_error(f"{path} has the name of {file.path}", "rename one of the files", where, op)
            return file
        file = self._files[module] = _File(path, op)
        for helper, place in sorted(file.helpers.items()):
            self._add(helper, os.path.join(os.path.dirname(path), f"{helper}.py"), place, op)
        return file

    def add_files(self, directory: OutputDirectory) -> None:
        """Plans the copies."""
        directory.add(f"{_DIRECTORY}/__init__.py", '"""What the operators compute, in PyTorch."""\n')
        for module, file in sorted(self._files.items()):
            directory.add(f"{_DIRECTORY}/{module}.py", file.text)


class _File:
    """A Python file of the user.

    Attributes:
      text: the text in the package.
      names: the names that it defines; `*` if that is unknown.
      helpers: the modules next to it that it imports, and the locations of the imports.
    """

    def __init__(self, path: str, op: str):
        self.path = path
        self._op = op
        self.helpers: dict[str, Location] = {}
        self.text = read_text(path)
        try:
            tree = ast.parse(self.text)
        except SyntaxError as error:
            where = Location(path, error.lineno or 0)
            what = f"not Python: {error.msg}"
            raise input_error(what, "give a module that Python can import", where) from None
        self.names = set(_names(tree.body))
        lines = self.text.splitlines(keepends=True)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self._import(node, lines)
            elif isinstance(node, ast.ImportFrom):
                self._import_from(node, lines)
        self.text = "".join(lines)

    def _import(self, node: ast.Import, lines: list[str]) -> None:
        beside = [alias.name for alias in node.names if self._is_beside(alias.name, node)]
        if beside and len(node.names) > 1:
            what = f"{beside[0]}, a file next to it, is imported with other modules"
            where = Location(self.path, node.lineno)
            raise input_error(what, "import it in a separate line", where, self._op)
        if beside:
            _replace(lines, node, r"import\b", "from . import")

    def _import_from(self, node: ast.ImportFrom, lines: list[str]) -> None:
        where = Location(self.path, node.lineno)
        if node.level > 1 or (node.level == 1 and "." in (node.module or "")):
            name = "." * node.level + (node.module or "")
            raise input_error(f"{name} is imported, and is not next to it", _BESIDE, where, self._op)
        if node.level == 1:
            # `from . import name` can only import a module here.
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                if not os.path.isfile(self._beside(name)):
                    raise input_error(f"there is no {name}.py next to it", _BESIDE, where, self._op)
                self.helpers[name] = where
        elif node.module and self._is_beside(node.module, node):
            _replace(lines, node, r"from\s+", "from .")

    def _beside(self, name: str) -> str:
        return os.path.join(os.path.dirname(self.path), f"{name}.py")

    def _is_beside(self, name: str, node: ast.stmt) -> bool:
        """Whether a module is a file next to this one, which is recorded; warns of modules that may not
        exist.
        """
        where = Location(self.path, node.lineno)
        first = name.partition(".")[0]
        if first in _INSTALLED:
            return False
        if os.path.isdir(os.path.splitext(self._beside(first))[0]):
            raise input_error(f"{first} is imported, a directory next to it", _BESIDE, where, self._op)
        if not os.path.isfile(self._beside(first)):
            what = (
                f"{first} is imported, and is not next to it: it must be installed where models are exported"
            )
            warn(Problem(what, f"if it is a helper: {_BESIDE}", where, self._op))
            return False
        self.helpers[name] = where
        return True


def _replace(lines: list[str], node: ast.stmt, pattern: str, text: str) -> None:
    """Rewrites the beginning of a statement; its column counts bytes."""
    line = lines[node.lineno - 1].encode()
    before, rest = line[: node.col_offset].decode(), line[node.col_offset :].decode()
    lines[node.lineno - 1] = before + re.sub(pattern, text, rest, count=1)


def _names(body: list[ast.stmt]) -> Iterator[str]:
    """The names that a module with these statements defines: functions, imports, variables; also in `if` and
    `try`.
    """
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))
        else:
            inner = [getattr(node, key, []) for key in ("body", "orelse", "finalbody")]
            inner += [handler.body for handler in getattr(node, "handlers", [])]
            for statements in inner:
                yield from _names(statements)
