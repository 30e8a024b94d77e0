"""Platforms and select(): the values of a target's attributes on the platform that it is built for."""

import dataclasses
import re

from buck2.interpreter import Interpreter, Target
from buck2.project import BuckError, Label

# A select(), represented by builtins.star as a dict with only this key.
SELECT = "(select)"


@dataclasses.dataclass(frozen=True)
class Configuration:
    """A platform: the values of its constraints, by constraint setting."""

    platform: Label
    constraints: tuple[tuple[Label, Label], ...]


@dataclasses.dataclass(frozen=True, order=True)
class Configured:
    """A target with the platform that it is built for; None is the machine's own."""

    label: Label
    platform: Label | None

    def __str__(self) -> str:
        return f"{self.label} ({self.platform})" if self.platform else str(self.label)


class Configurations:
    """The platforms of a project."""

    def __init__(self, interpreter: Interpreter, target_platform: str | None):
        self._interpreter = interpreter
        self._project = interpreter.project
        self._known: dict[Label, Configuration] = {}
        self._named = target_platform
        self._execution = self._label(self._project.config("build", "execution_platforms"))

    def of_target(self, label: Label) -> Label | None:
        """The platform that a target is built for if a user requests it."""
        if self._named:
            return self._shown(self._label(self._named))
        spec = self._project.config("parser", "target_platform_detector_spec", "")
        match = re.search(rf"(?:^|\s)target:{re.escape(label.cell)}//\.\.\.->(\S+)", spec)
        if not match:
            raise BuckError(f"{label}: target_platform_detector_spec names no platform for it")
        return self._shown(self._label(match[1]))

    def of_execution(self) -> Label | None:
        """The platform of programs that actions run."""
        return None

    def resolve(self, value, configured: Configured):
        """A value without select(): uses the matching branch with the most conditions."""
        if not (isinstance(value, dict) and set(value) == {SELECT}):
            return value
        has = set(self._configuration(configured.platform or self._execution).constraints)
        matching = {}
        for key in set(value[SELECT]) - {"DEFAULT"}:
            wanted = set(self._conditions(self._label(key, configured.label)))
            if wanted <= has:
                matching[key] = wanted
        most = set().union(*matching.values())
        best = [key for key, wanted in matching.items() if wanted == most]
        if len(best) > 1 or (matching and not best):
            raise BuckError(f"{configured}: more than one choice of a select matches: {sorted(matching)}")
        key = best[0] if best else "DEFAULT"
        if key not in value[SELECT]:
            raise BuckError(f"{configured}: none of {sorted(value[SELECT])} matches, and there is no DEFAULT")
        return self.resolve(value[SELECT][key], configured)

    def is_compatible(self, configured: Configured) -> bool:
        """Whether a target is compatible with its platform: patterns skip incompatible ones, dependencies
        fail.
        """
        wanted = self._target(configured.label).values.get("target_compatible_with") or []
        has = set(self._configuration(configured.platform or self._execution).constraints)
        return all(has >= set(self._conditions(self._label(key, configured.label))) for key in wanted)

    def _shown(self, platform: Label) -> Label | None:
        self._configuration(platform)
        return None if platform == self._execution else platform

    def _configuration(self, platform: Label) -> Configuration:
        if platform not in self._known:
            target = self._target(platform)
            constraints = self._constraints(target, platform)
            if len({setting for setting, _ in constraints}) != len(constraints):
                raise BuckError(f"{platform} has two values of one constraint: {constraints}")
            self._known[platform] = Configuration(platform, tuple(constraints))
        return self._known[platform]

    def _constraints(self, target: Target, platform: Label) -> list[tuple[Label, Label]]:
        own = [self._value(self._label(name, platform)) for name in target.values["constraint_values"]]
        others = [self._configuration(self._label(name, platform)) for name in target.values.get("deps", [])]
        return own + [each for other in others for each in other.constraints]

    def _conditions(self, label: Label) -> list[tuple[Label, Label]]:
        """The conditions of a config_setting or constraint_value, which are the keys of a select()."""
        target = self._target(label)
        if "constraint_values" in target.values:
            return self._constraints(target, label)
        return [self._value(label)]

    def _value(self, label: Label) -> tuple[Label, Label]:
        """A constraint_value with its constraint_setting, as used by platforms and config_settings."""
        values = self._target(label).values
        if "constraint_setting" not in values:
            raise BuckError(f"{label} is not a constraint_value")
        return self._label(values["constraint_setting"], label), label

    def _target(self, label: Label) -> Target:
        targets = self._interpreter.package(label.cell, label.package)
        if label.name not in targets:
            raise BuckError(f"unknown target {label}")
        return targets[label.name]

    def _label(self, text: str, where: Label | None = None) -> Label:
        cell, package = (where.cell, where.package) if where else (self._project.root_cell, "")
        return self._project.label(text, cell, package)
