"""Evaluates .bzl and BUCK files in starlark-pyo3, the Starlark interpreter of Buck2."""

import dataclasses
import json
import platform
import re

import starlark

from buck2.project import STAND_IN, BuckError, Label, Project

_EXTENSIONS = "StructType RecordType EnumType Map Filter Partial Print Pprint Json Typing".split()
_GLOBALS = starlark.Globals.extended_by([getattr(starlark.LibraryExtension, name) for name in _EXTENSIONS])
_BUILTINS = "builtins.star"


@dataclasses.dataclass(frozen=True)
class Rule:
    """A call of rule(): the module that exports its value, and the specification of its attributes."""

    module: str
    symbol: str
    attributes: dict


@dataclasses.dataclass(frozen=True)
class Target:
    label: Label
    rule: Rule
    values: dict


class Interpreter:
    """The modules and packages of a project, each of which is evaluated once."""

    def __init__(self, project: Project, primitives: dict):
        self.project = project
        self.rules: dict[str, Rule] = {}
        self._modules: dict[str, starlark.FrozenModule] = {}
        self._packages: dict[tuple[str, str], dict[str, Target]] = {}
        # The BUCK file that is being evaluated, for queries of macros.
        self._package: tuple[str, str] | None = None
        self._module: list[str] = []
        self._primitives = primitives | {
            "py_rule": self._record_rule,
            "py_target": self._record_target,
            "py_glob": lambda include, exclude: project.glob(*self._package, include, exclude),
            "py_package": lambda: list(self._package or ("", "")),
            "py_config": project.config,
            "py_machine": platform.machine,
        }
        text = (STAND_IN / _BUILTINS).read_text()
        self._builtins = re.findall(r"^(?:def )?([a-zA-Z]\w*)(?: = |\()", text, re.MULTILINE)
        self._modules[_BUILTINS] = self._evaluate(_BUILTINS, text, self._primitives)
        # BUCK files see the rules of the prelude without a load.
        prelude = (STAND_IN / "prelude" / "prelude.bzl").read_text()
        self.native = re.findall(r"^(\w+) = ", prelude, re.MULTILINE)
        self.load("prelude//:prelude.bzl")

    def load(self, module: str) -> starlark.FrozenModule:
        """A module by name, `cell//package:file.bzl`."""
        if module not in self._modules:
            cell, _, path = module.partition("//")
            package, _, file = path.partition(":")
            directory = self.project.directory(cell, package)
            if not (directory / file).is_file():
                raise BuckError(f"{module}: no such file")
            text = (directory / file).read_text()
            if file.endswith(".json"):
                text = f"value = json.decode({json.dumps(text)})"
            self._modules[module] = self._evaluate(module, self._header(module) + self._adapt(text))
        return self._modules[module]

    def package(self, cell: str, package: str) -> dict[str, Target]:
        """The targets of a BUCK file, by name."""
        key = (cell, package)
        if key not in self._packages:
            file = self.project.build_file(cell, package)
            if not file.is_file():
                raise BuckError(f"{cell}//{package}: there is no {file.name} file")
            self._packages[key] = {}
            before, self._package = self._package, key
            try:
                name = f"{cell}//{package}:BUCK"
                self._evaluate(name, self._header(name) + self._adapt(file.read_text()))
            except BaseException:
                del self._packages[key]
                raise
            finally:
                self._package = before
        return self._packages[key]

    def run(self, name: str, text: str, loads: dict[str, starlark.FrozenModule]) -> starlark.FrozenModule:
        """Evaluates a module of the stand-in itself, which may load the given modules and all others."""
        self._modules |= loads
        self._modules[name] = self._evaluate(name, _load(_BUILTINS, self._builtins) + text)
        return self._modules[name]

    def _header(self, module: str) -> str:
        """A single line with Buck2's built-in functions, added before a file so that its line numbers stay
        the same.
        """
        line = _load(_BUILTINS, self._builtins)
        if module.endswith(":BUCK"):
            return line + _load("prelude//:prelude.bzl", self.native)
        return line if module.startswith("prelude//") else line + _load("prelude//:prelude.bzl", ["native"])

    def _adapt(self, text: str) -> str:
        """Rewrites constructs that the interpreter lacks: values with both items and attributes, and private
        rules.

        A dependency is a dict here, so a function reads its attributes.
        """
        text = re.sub(r"\b(ctx\.attrs\.\w+)\.providers\b", r"providers_of(\1)", text)
        text = re.sub(r"\bisinstance\(", "instance_of(", text)
        names = re.findall(r"^(\w+) = rule\(", text, re.MULTILINE)
        return text + "".join(f"\nrule__{index} = {name}" for index, name in enumerate(names))

    def _evaluate(self, name: str, text: str, callables: dict | None = None) -> starlark.FrozenModule:
        dialect = starlark.Dialect.extended()
        dialect.enable_f_strings = True
        dialect.enable_top_level_stmt = True
        module = starlark.Module()
        for symbol, function in (callables or {}).items():
            module.add_callable(symbol, function)
        self._module.append(name)
        try:
            loader = starlark.FileLoader(lambda loaded: self.load(self._resolve(loaded, name)))
            starlark.eval(module, starlark.parse(name, text, dialect), _GLOBALS, loader)
            return module.freeze()
        except starlark.StarlarkError as error:
            raise BuckError(str(error)) from error
        finally:
            self._module.pop()

    def _resolve(self, loaded: str, module: str) -> str:
        """The name of a module that another loads."""
        if loaded == _BUILTINS or loaded in self._modules:
            return loaded
        cell, _, path = module.partition("//")
        package = path.partition(":")[0]
        if loaded.startswith(":"):
            return f"{cell}//{package}{loaded}"
        alias, _, rest = loaded.partition("//")
        if not rest or ":" not in rest:
            raise BuckError(f"{module}: {loaded!r} cannot be loaded")
        return f"{self.project.cell(alias.removeprefix('@'), cell) if alias else cell}//{rest}"

    def _record_rule(self, attributes: str) -> str:
        module = self._module[-1]
        index = sum(rule.module == module for rule in self.rules.values())
        identity = f"{module}#{index}"
        self.rules[identity] = Rule(module, f"rule__{index}", json.loads(attributes))
        return identity

    def _record_target(self, identity: str, name: str, values: dict) -> None:
        if self._package is None:
            raise BuckError(f"{name}: rules are called in BUCK files")
        targets = self._packages[self._package]
        if name in targets:
            raise BuckError(f"{self._package[0]}//{self._package[1]}:{name} is declared twice")
        targets[name] = Target(Label(*self._package, name), self.rules[identity], values)


def _load(module: str, names: list[str]) -> str:
    return f"load({', '.join(map(json.dumps, [module, *names]))});"
