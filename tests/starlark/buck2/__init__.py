"""A stand-in for Buck2: loads BUCK files in Buck2's own Starlark interpreter, and runs the needed actions.

    project.py        cells, labels, files: the contents of .buckconfig
    interpreter.py    evaluates .bzl and BUCK files; targets as they are declared
    configuration.py  platforms, and the resolution of select() for them
    analysis.py       attributes of targets, dependencies, queries; runs the rules
    actions.py        runs the actions that the rules declare, once for the same inputs
    builtins.star     Buck2's built-in functions: rule, attrs, provider, cmd_args, ctx.actions, …
    prelude/          the prelude rules that BUCK files here use, with the attributes that they have there

It is stricter than Buck2 if that is cheap: an unknown attribute, function or load is an error, so that a
developer who adds one checks that Buck2 has it; an action sees only its declared inputs. It is as strict as
Buck2 in cases that have failed there: shared libraries are only found at run time if the prelude makes a tree
of them, a library without sources produces no file, objects have the prelude's names, cells have their own
aliases, and patterns skip incompatible targets. Apps are built for one target platform, and tools for the
machine. Transitions, modifiers and remote execution are not supported.
"""

from buck2.build import Buck2, BuckError

__all__ = ["Buck2", "BuckError"]
