"""A stand-in for Buck2: loads BUCK files in Buck2's own Starlark interpreter, and runs what targets need.

    project.py        cells, labels, files: what .buckconfig says
    interpreter.py    evaluates .bzl and BUCK files; targets as they are declared
    configuration.py  platforms, and the choices of select() for them
    analysis.py       attributes of targets, dependencies, queries; runs the rules
    actions.py        runs the actions that the rules declared, each once for the same inputs
    builtins.star     what Buck2 has built in: rule, attrs, provider, cmd_args, ctx.actions, …
    prelude/          the rules of the prelude that BUCK files here use, with the attributes they have there

It is stricter than Buck2 where that is cheap: an unknown attribute, function or load is an error, so that a
developer who adds one checks that Buck2 has it; an action sees only its declared inputs. It is as strict as
Buck2 in what has failed there: shared libraries are found at run time only where the prelude makes a tree of
them, a library without sources is none, objects have the prelude's names, cells have their own aliases, and
patterns pass over what is for no platform. Apps are built for one target platform, and tools for the machine.
Transitions, modifiers and remote execution are left out.
"""

from buck2.build import Buck2, BuckError

__all__ = ["Buck2", "BuckError"]
