"""The files of a project: cells, packages, labels, and the values of .buckconfig."""

import configparser
import dataclasses
import os
import pathlib
import re
from collections.abc import Collection

STAND_IN = pathlib.Path(__file__).parent


class BuckError(Exception):
    """An error that Buck2 would report to its user."""


@dataclasses.dataclass(frozen=True, order=True)
class Label:
    """`cell//package:name[sub]`."""

    cell: str
    package: str
    name: str
    sub: str | None = None

    def __str__(self) -> str:
        return f"{self.cell}//{self.package}:{self.name}" + (f"[{self.sub}]" if self.sub else "")

    @property
    def target(self) -> "Label":
        return dataclasses.replace(self, sub=None)


class Project:
    """A directory with a .buckconfig."""

    def __init__(self, root: pathlib.Path, config: dict[str, str] | None = None):
        self.root = root
        self._config = configparser.ConfigParser(interpolation=None, strict=True)
        self._config.optionxform = str
        self._config.read_string((root / ".buckconfig").read_text())
        for key, value in (config or {}).items():
            section, _, name = key.partition(".")
            if section not in self._config:
                self._config[section] = {}
            self._config[section][name] = value
        self._cells = dict(self._config["cells"])
        self._aliases: dict[str, dict[str, str]] = {}
        if self._config["external_cells"]["prelude"] != "bundled":
            raise BuckError("the prelude that is stood in for is the bundled one")
        self.root_cell = next(name for name, path in self._cells.items() if path == ".")
        if (outermost := _root_of(root)) != root.resolve():
            raise BuckError(f"{root} is a part of the project {outermost}")

    def config(self, section: str, name: str, default: str | None = None) -> str | None:
        return self._config.get(section, name, fallback=default)

    def cell(self, alias: str, within: str | None = None) -> str:
        """The name of a cell from its alias in another cell: uses the root's aliases and that cell's own."""
        aliases = self._aliases_in(within or self.root_cell)
        if alias not in aliases:
            raise BuckError(f"unknown cell {alias}")
        return aliases[alias]

    def _aliases_in(self, cell: str) -> dict[str, str]:
        if cell not in self._aliases:
            result = {name: name for name in self._cells}
            own = _cell_aliases(self._config)
            if cell != self.root_cell:
                result = dict(self._aliases_in(self.root_cell))
                config = configparser.ConfigParser(interpolation=None)
                config.optionxform = str
                config.read(self.directory(cell) / ".buckconfig")
                own = _cell_aliases(config)
            for alias, name in own.items():
                if name not in result:
                    raise BuckError(f"{cell}: {alias} is an alias of {name}, which is no cell of the project")
                result[alias] = result[name]
            self._aliases[cell] = result
        return self._aliases[cell]

    def path_of_cell(self, cell: str) -> str:
        """The path of a cell below the project's root; the prelude is elsewhere."""
        return "" if self._cells[cell] == "." else self._cells[cell] + "/"

    def directory(self, cell: str, package: str = "") -> pathlib.Path:
        if cell == "prelude":
            return STAND_IN / "prelude" / package
        return self.root / self.path_of_cell(cell) / package

    def build_file(self, cell: str, package: str) -> pathlib.Path:
        return self.directory(cell, package) / ("BUCK.v2" if cell == "prelude" else "BUCK")

    def source(self, cell: str, package: str, file: str) -> str:
        """The path of a source, below the project's root."""
        if cell == "prelude":
            return str(STAND_IN / "prelude" / package / file)
        return self.path_of_cell(cell) + (f"{package}/{file}" if package else file)

    def label(self, text: str, cell: str, package: str) -> Label:
        """The label of a text in a BUCK file of a package."""
        match = re.fullmatch(r"(?:(@?[\w-]*)//([^:\[]*))?:([^:\[]+)(?:\[(.+)\])?", text)
        if not match:
            raise BuckError(f"{cell}//{package}: {text!r} is not a label")
        alias, path, name, sub = match.groups()
        if path is None:
            return Label(cell, package, name, sub)
        return Label(self.cell(alias.removeprefix("@"), cell) if alias else cell, path, name, sub)

    def matches(self, pattern: str, cell: str, label: Label) -> bool:
        """Whether a pattern in a BUCK file of a cell matches a target: `//a/...`, `//a:` or `//a:b`."""
        alias, _, path = pattern.partition("//")
        if (self.cell(alias.removeprefix("@"), cell) if alias else cell) != label.cell:
            return False
        if path.endswith("..."):
            return f"{label.package}/".startswith(path.removesuffix("..."))
        package, _, name = path.partition(":")
        return package == label.package and name in ("", label.name)

    def packages(self, cell: str) -> list[str]:
        """All packages of a cell, without those that .buckconfig ignores and those of other cells."""
        root = self.directory(cell)
        ignored = {root / entry for entry in self._ignored() if entry and "*" not in entry}
        ignored |= {root / path for path in self._cells.values() if path != "."}
        files = _find("BUCK", root, ignored)
        return sorted(str(file.parent.relative_to(root)).removeprefix(".") for file in files)

    def _ignored(self) -> list[str]:
        return [entry.strip() for entry in self.config("project", "ignore", "").split(",")]

    def package_in(self, cell: str, directory: pathlib.Path) -> str | None:
        """The package whose root is a directory, if there is one."""
        files = sorted(self._build_files(cell, directory))
        return str(files[0].parent.relative_to(self.directory(cell))) if files else None

    def _build_files(self, cell: str, directory: pathlib.Path) -> list[pathlib.Path]:
        """The build files in a directory that the patterns of .buckconfig do not ignore."""
        root = self.directory(cell)
        ignored = {file for entry in self._ignored() if "*" in entry for file in root.glob(entry)}
        return [file for file in _find("BUCK", directory) if file not in ignored]

    def glob(self, cell: str, package: str, include: list[str], exclude: list[str]) -> list[str]:
        """The matching files of a package, without those of packages below it."""
        root = self.directory(cell, package)
        chosen = _matches(root, include) - _matches(root, exclude)
        below = [file.parent for file in self._build_files(cell, root) if file.parent != root]
        inside = [file for file in chosen if not any(inner in (root / file).parents for inner in below)]
        return sorted(str(file) for file in inside)


def _find(name: str, directory: pathlib.Path, without: Collection[pathlib.Path] = ()) -> list[pathlib.Path]:
    """The files of this name in a directory; other processes may delete files during the search."""
    found = []
    for path, directories, files in os.walk(directory):
        here = pathlib.Path(path)
        directories[:] = [each for each in directories if here / each not in without]
        if name in files:
            found.append(here / name)
    return found


def _root_of(directory: pathlib.Path) -> pathlib.Path:
    """The project of a directory: its outermost parent with a .buckconfig, up to a .buckroot."""
    result = directory = directory.resolve()
    for each in (directory, *directory.parents):
        if (each / ".buckconfig").is_file():
            result = each
        if (each / ".buckroot").exists():
            break
    return result


def _cell_aliases(config: configparser.ConfigParser) -> dict[str, str]:
    return dict(config["cell_aliases"]) if "cell_aliases" in config else {}


def _matches(root: pathlib.Path, patterns: list[str]) -> set[pathlib.Path]:
    files = set()
    for pattern in patterns:
        # pathlib's own `**` at the end only matches directories.
        full = pattern + "/*" if pattern.endswith("**") else pattern
        files |= {path.relative_to(root) for path in root.glob(full) if path.is_file()}
    return files
