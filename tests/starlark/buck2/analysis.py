"""From targets to providers: attributes, dependencies and queries.

The analysis of a target is a Starlark module that loads the analyses of its dependencies and the rule. The
interpreter thus behaves like Buck2: providers are frozen before others see them, and values stay in Starlark.
"""

import functools
import json
import re

import starlark

from buck2.actions import Actions
from buck2.configuration import Configurations, Configured
from buck2.interpreter import Interpreter, Target
from buck2.project import BuckError, Label

_QUERY = re.compile(r"attrfilter\(labels, (\S+), deps\(set\(([^()]*)\)\)\)")
_MACRO = re.compile(r"\$\((\w+) ([^)]+)\)")
_LITERALS = {"bool": bool, "int": int, "string": str, "enum": str}


class Analysis:
    """The targets of a project, configured and analysed as in Buck2."""

    def __init__(
        self, interpreter: Interpreter, actions: Actions, configurations: Configurations, python: str
    ):
        self._interpreter = interpreter
        self._project = interpreter.project
        self._actions = actions
        self._configurations = configurations
        self._python = python
        self._configured: dict[Configured, dict] = {}
        self._dependencies: dict[Configured, list[Configured]] = {}
        self._analyses: dict[Configured, starlark.FrozenModule] = {}
        self._compatible: dict[Configured, bool] = {}

    def target(self, label: Label) -> Target:
        targets = self._interpreter.package(label.cell, label.package)
        if label.name not in targets:
            known = ", ".join(sorted(targets))
            raise BuckError(f"unknown target {label}; its package has {known}")
        return targets[label.name]

    def dependencies(self, configured: Configured) -> list[Configured]:
        """The targets that a target depends on directly."""
        self._configure(configured)
        return self._dependencies[configured]

    def analyzed(self) -> set[str]:
        """The targets that were requested so far, with their platforms."""
        return {str(configured) for configured in self._analyses}

    def is_compatible(self, label: Label) -> bool:
        """Whether a target and all its dependencies are compatible with the platform that it would be built
        for.
        """
        return self._is_compatible(Configured(label, self._configurations.of_target(label)))

    def _is_compatible(self, configured: Configured) -> bool:
        if configured not in self._compatible:
            self._compatible[configured] = self._configurations.is_compatible(configured) and all(
                map(self._is_compatible, self.dependencies(configured))
            )
        return self._compatible[configured]

    def outputs(self, label: Label) -> dict:
        """The outputs that a target offers to a user: see outputs_of in builtins.star."""
        return self.analyze(Configured(label, self._configurations.of_target(label))).call("outputs")

    def analyze(self, configured: Configured) -> starlark.FrozenModule:
        if configured not in self._analyses:
            label = configured.label
            if not self._is_compatible(configured):
                raise BuckError(f"{configured} is not compatible with the platform that it is built for")
            target, values = self.target(label), self._configure(configured)
            loads, names = {}, {}
            lines = [f'load("{target.rule.module}", declare = "{target.rule.symbol}")']
            for index, dependency in enumerate(self._dependencies[configured]):
                loads[f"analysis:{dependency}"] = self.analyze(dependency)
                lines.append(f'load({json.dumps(f"analysis:{dependency}")}, d{index} = "providers")')
                names[f"d{index}"] = str(dependency)
            described = {"text": str(label), "cell": label.cell, "package": label.package, "name": label.name}
            described["owner"] = str(configured)
            deps = ", ".join(f"{json.dumps(text)}: {name}" for name, text in names.items())
            decoded = [f"json.decode({json.dumps(json.dumps(each))})" for each in (described, values)]
            lines.append(f"analyzed = analyze(declare, {', '.join(decoded)}, {{{deps}}})")
            lines.append("providers = analyzed.providers")
            lines.append("def outputs():\n    return outputs_of(providers)")
            lines.append("def dynamic(index, contents):")
            owner = json.dumps(described["owner"])
            lines.append(f"    run_dynamic({owner}, analyzed.dynamics[index], index, contents)")
            name = f"analysis:{configured}"
            module = self._interpreter.run(name, "\n".join(lines) + "\n", loads)
            self._actions.expand[str(configured)] = functools.partial(module.call, "dynamic")
            self._analyses[configured] = module
            self._actions.check_bound(str(configured))
        return self._analyses[configured]

    def _configure(self, configured: Configured) -> dict:
        """The values of a target's attributes, with select() and labels resolved."""
        if configured not in self._configured:
            target = self.target(configured.label)
            found: list[Configured] = []
            values = {}
            for name, specification in target.rule.attributes.items():
                value = self._configurations.resolve(target.values.get(name), configured)
                if value is None:
                    if "default" not in specification:
                        raise BuckError(f"{configured}: attribute {name} is missing")
                    value = self._special(configured.label, specification["default"])
                    value = self._configurations.resolve(value, configured)
                try:
                    values[name] = self._convert(specification, value, configured, found)
                except BuckError as error:
                    raise BuckError(f"{configured}: attribute {name}: {error}") from None
            self._configured[configured] = values
            self._dependencies[configured] = sorted(set(found), key=str)
        return self._configured[configured]

    def _special(self, label: Label, default):
        """Defaults in the stand-in's prelude that depend on the package or the machine."""
        if default == "(package path)":
            return self._project.source(label.cell, label.package, "")
        return self._python if default == "(python)" else default

    def _convert(self, specification: dict, value, where: Configured, found: list[Configured]):
        kind = specification["kind"]
        inner = specification.get("inner", [])
        one = inner[0] if isinstance(inner, list) and inner else inner
        if kind == "option":
            return None if value is None else self._convert(one, value, where, found)
        if kind == "list" or (kind == "named_set" and isinstance(value, list)):
            return [self._convert(one, each, where, found) for each in _typed(value, list)]
        if kind in ("dict", "named_set"):
            of = one if kind == "named_set" else specification["value"]
            return {key: self._convert(of, each, where, found) for key, each in _typed(value, dict).items()}
        if kind == "tuple":
            return [self._convert(of, each, where, found) for of, each in zip(inner, value, strict=True)]
        if kind == "dep":
            if specification.get("exec"):
                where = Configured(where.label, self._configurations.of_execution())
            return self._dependency(value, where, found)
        if kind == "source":
            return self._source(_typed(value, str), where, found, specification["allow_directory"])
        if kind == "arg":
            return self._arg(_typed(value, str), where, found)
        if kind == "query":
            return self._query(value, where, found)
        if kind == "enum" and value not in specification["variants"]:
            raise BuckError(f"{value!r} is none of {specification['variants']}")
        return _typed(value, _LITERALS[kind]) if kind in _LITERALS else value

    def _dependency(self, value: str, where: Configured, found: list[Configured]) -> dict:
        dependency = self._parsed(_typed(value, str), where)
        self._check_visible(dependency.target, where.label)
        found.append(Configured(dependency.target, where.platform))
        return {"label": str(found[-1]), "sub": dependency.sub}

    def _source(self, value: str, where: Configured, found: list[Configured], allow_directory: bool) -> dict:
        if ":" in value:
            return self._dependency(value, where, found)
        cell, package = where.label.cell, where.label.package
        path = self._project.directory(cell, package) / value
        if not path.exists():
            raise BuckError(f"source file {value} does not exist")
        if path.is_dir() and not allow_directory:
            raise BuckError(f"{value} is a directory, which is not allowed here")
        if path.is_dir() and (inner := self._project.package_in(cell, path)):
            raise BuckError(f"directory {value} may not cover subpackages, but includes {inner}")
        return {"path": self._project.source(cell, package, value), "short_path": value}

    def _arg(self, value: str, where: Configured, found: list[Configured]) -> list[dict]:
        parts, at = [], 0
        for match in _MACRO.finditer(value):
            macro, text = match.groups()
            if macro not in ("location", "exe"):
                raise BuckError(f"unknown macro {match[0]}")
            parts.append({"text": value[at : match.start()]})
            parts.append({"macro": macro} | self._dependency(text, where, found))
            at = match.end()
        return [*parts, {"text": value[at:]}]

    def _query(self, value: str, where: Configured, found: list[Configured]) -> list[str]:
        match = _QUERY.fullmatch(value)
        if not match:
            raise BuckError(f"{value!r} is not a query that the stand-in knows")
        wanted, literals = match.groups()
        queue = [Configured(self._parsed(text, where), where.platform) for text in literals.split()]
        for each in queue:
            self._check_visible(each.label, where.label)
        seen: set[Configured] = set()
        while queue:
            each = queue.pop()
            if each not in seen:
                seen.add(each)
                queue += self.dependencies(each)
        labelled = [each for each in seen if wanted in (self.target(each.label).values.get("labels") or [])]
        result = sorted(labelled, key=str)
        found += result
        return [str(each) for each in result]

    def _check_visible(self, dependency: Label, label: Label) -> None:
        """Checks that a target may depend on another: it is in the same package, or in the other's
        visibility.
        """
        visibility = self.target(dependency).values.get("visibility") or []
        if (dependency.cell, dependency.package) == (label.cell, label.package) or "PUBLIC" in visibility:
            return
        if not any(self._project.matches(pattern, dependency.cell, label) for pattern in visibility):
            raise BuckError(f"{dependency} is not visible to {label}")

    def _parsed(self, text: str, where: Configured) -> Label:
        return self._project.label(text, where.label.cell, where.label.package)


def _typed(value, wanted: type):
    if not isinstance(value, wanted):
        raise BuckError(f"expected {wanted.__name__}, got {value!r}")
    return value
