"""From targets to providers: attributes, dependencies and queries.

The analysis of a target is a Starlark module that loads the analyses of its dependencies and the rule. So the
interpreter does what Buck2 does, providers are frozen before others see them, and no value leaves Starlark.
"""

import json
import re

import starlark

from buck2.actions import Actions
from buck2.interpreter import Interpreter, Target
from buck2.project import BuckError, Label

_QUERY = re.compile(r"attrfilter\(labels, (\S+), deps\(set\(([^()]*)\)\)\)")
_MACRO = re.compile(r"\$\((\w+) ([^)]+)\)")
_LITERALS = {"bool": bool, "int": int, "string": str, "enum": str}


class Analysis:
    """The targets of a project as Buck2 configures and analyses them."""

    def __init__(self, interpreter: Interpreter, actions: Actions, python: str):
        self._interpreter = interpreter
        self._project = interpreter.project
        self._actions = actions
        self._python = python
        self._configured: dict[Label, dict] = {}
        self._dependencies: dict[Label, list[Label]] = {}
        self._analyses: dict[Label, starlark.FrozenModule] = {}

    def target(self, label: Label) -> Target:
        targets = self._interpreter.package(label.cell, label.package)
        if label.name not in targets:
            known = ", ".join(sorted(targets))
            raise BuckError(f"unknown target {label}; its package has {known}")
        return targets[label.name]

    def dependencies(self, label: Label) -> list[Label]:
        """The targets that a target depends on directly."""
        self._configure(label)
        return self._dependencies[label]

    def outputs(self, label: Label) -> dict:
        """What a target offers: see outputs_of in builtins.star."""
        return self.analyze(label).call("outputs")

    def analyze(self, label: Label) -> starlark.FrozenModule:
        if label not in self._analyses:
            target, values = self.target(label), self._configure(label)
            loads, names = {}, {}
            lines = [f'load("{target.rule.module}", declare = "{target.rule.symbol}")']
            for index, dependency in enumerate(self._dependencies[label]):
                loads[f"analysis:{dependency}"] = self.analyze(dependency)
                lines.append(f'load({json.dumps(f"analysis:{dependency}")}, d{index} = "providers")')
                names[f"d{index}"] = str(dependency)
            described = {"text": str(label), "cell": label.cell, "package": label.package, "name": label.name}
            deps = ", ".join(f"{json.dumps(text)}: {name}" for name, text in names.items())
            decoded = [f"json.decode({json.dumps(json.dumps(each))})" for each in (described, values)]
            lines.append(f"providers = analyze(declare, {', '.join(decoded)}, {{{deps}}})")
            lines.append("def outputs():\n    return outputs_of(providers)")
            name = f"analysis:{label}"
            self._analyses[label] = self._interpreter.run(name, "\n".join(lines) + "\n", loads)
            self._actions.check_bound(str(label))
        return self._analyses[label]

    def _configure(self, label: Label) -> dict:
        """The values of a target's attributes, with labels resolved."""
        if label not in self._configured:
            target = self.target(label)
            found: list[Label] = []
            values = {}
            for name, specification in target.rule.attributes.items():
                value = target.values.get(name)
                if value is None:
                    if "default" not in specification:
                        raise BuckError(f"{label}: attribute {name} is missing")
                    value = self._special(label, specification["default"])
                try:
                    values[name] = self._convert(specification, value, label, found)
                except BuckError as error:
                    raise BuckError(f"{label}: attribute {name}: {error}") from None
            self._configured[label] = values
            self._dependencies[label] = sorted(set(found))
        return self._configured[label]

    def _special(self, label: Label, default):
        """Defaults of the stand-in's prelude that depend on where it is."""
        if default == "(package path)":
            return self._project.source(label.cell, label.package, "")
        return self._python if default == "(python)" else default

    def _convert(self, specification: dict, value, label: Label, found: list[Label]):
        kind = specification["kind"]
        inner = specification.get("inner", [])
        one = inner[0] if isinstance(inner, list) and inner else inner
        if kind == "option":
            return None if value is None else self._convert(one, value, label, found)
        if kind == "list" or (kind == "named_set" and isinstance(value, list)):
            return [self._convert(one, each, label, found) for each in _typed(value, list)]
        if kind in ("dict", "named_set"):
            of = one if kind == "named_set" else specification["value"]
            return {key: self._convert(of, each, label, found) for key, each in _typed(value, dict).items()}
        if kind == "tuple":
            return [self._convert(of, each, label, found) for of, each in zip(inner, value, strict=True)]
        if kind == "dep":
            return self._dependency(value, label, found)
        if kind == "source":
            return self._source(_typed(value, str), label, found)
        if kind == "arg":
            return self._arg(_typed(value, str), label, found)
        if kind == "query":
            return self._query(value, label, found)
        if kind == "enum" and value not in specification["variants"]:
            raise BuckError(f"{value!r} is none of {specification['variants']}")
        return _typed(value, _LITERALS[kind]) if kind in _LITERALS else value

    def _dependency(self, value: str, label: Label, found: list[Label]) -> dict:
        dependency = self._project.label(_typed(value, str), label.cell, label.package)
        self.target(dependency.target)
        found.append(dependency.target)
        return {"label": str(dependency.target), "sub": dependency.sub}

    def _source(self, value: str, label: Label, found: list[Label]) -> dict:
        if ":" in value:
            return self._dependency(value, label, found)
        if not (self._project.directory(label.cell, label.package) / value).exists():
            raise BuckError(f"source file {value} does not exist")
        return {"path": self._project.source(label.cell, label.package, value), "short_path": value}

    def _arg(self, value: str, label: Label, found: list[Label]) -> list[dict]:
        parts, at = [], 0
        for match in _MACRO.finditer(value):
            macro, text = match.groups()
            if macro not in ("location", "exe"):
                raise BuckError(f"unknown macro {match[0]}")
            parts.append({"text": value[at : match.start()]})
            parts.append({"macro": macro} | self._dependency(text, label, found))
            at = match.end()
        return [*parts, {"text": value[at:]}]

    def _query(self, value: str, label: Label, found: list[Label]) -> list[str]:
        match = _QUERY.fullmatch(value)
        if not match:
            raise BuckError(f"{value!r} is not a query that the stand-in knows")
        wanted, literals = match.groups()
        queue = [Label(**self._parsed(text, label)) for text in literals.split()]
        seen: set[Label] = set()
        while queue:
            each = queue.pop()
            if each not in seen:
                seen.add(each)
                queue += self.dependencies(each)
        result = sorted(each for each in seen if wanted in (self.target(each).values.get("labels") or []))
        found += result
        return [str(each) for each in result]

    def _parsed(self, text: str, label: Label) -> dict:
        parsed = self._project.label(text, label.cell, label.package)
        return {"cell": parsed.cell, "package": parsed.package, "name": parsed.name}


def _typed(value, wanted: type):
    if not isinstance(value, wanted):
        raise BuckError(f"expected {wanted.__name__}, got {value!r}")
    return value
