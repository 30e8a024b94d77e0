"""Runs the generator, `etgen`, in an action."""

load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo")
load("//rules/common:known.bzl", "KNOWN_LIBRARIES", _known_backends = "known_backends")

ETGEN_ATTRS = {
    # The configuration value `[rules_executorch] generator` replaces it.
    "_etgen": attrs.exec_dep(default = "rules_executorch//tools:generator", providers = [RunInfo]),
}

# Suggested in hints when an operator has no kernel.
KNOWN_LIBRARIES_ATTRS = {
    "_known_libraries": attrs.list(
        attrs.dep(providers = [EtKernelLibraryInfo]),
        default = ["rules_executorch" + library for library in KNOWN_LIBRARIES],
    ),
}

# Suggested in hints when a delegate has no backend: the id, and the target that registers it.
KNOWN_BACKENDS = _known_backends("rules_executorch")

def run_etgen(ctx, command, flags, hidden = [], identifier = None, more_flags = []):
    """Declares an action that runs one command of etgen.

    Args:
      ctx: the context of a rule with ETGEN_ATTRS.
      command: str, `select`, `resolve`, ….
      flags: list of pairs, of //rules/common:argv.bzl.
      hidden: list, inputs and outputs of the action that no flag names.
      identifier: str, distinguishes several actions of a target that run the same command.
      more_flags: arguments that come before the flags.
    """
    ctx.actions.run(
        cmd_args(ctx.attrs._etgen[RunInfo], command, more_flags, arguments(flags), hidden = hidden),
        category = "etgen_" + command,
        identifier = identifier,
    )

def display_label(ctx, name = None):
    """How messages name a target: as a BUCK file does, with its cell.

    Args:
      ctx: the context of the rule.
      name: str, the name of a target of the same package; by default the rule's own.

    Returns:
      str, such as `root//app:kernels`.
    """
    return "{}//{}:{}".format(ctx.label.cell, ctx.label.package, name or ctx.label.name)

def package_label(name):
    """The name in messages of a target in the package of the calling macro.

    Args:
      name: str, the name of the target.

    Returns:
      str.
    """
    return "{}//{}:{}".format(get_cell_name(), native.package_name(), name)

def arguments(flags):
    """Flags as arguments of a command.

    Args:
      flags: list of pairs, of //rules/common:argv.bzl.

    Returns:
      cmd_args.
    """
    result = cmd_args()
    for flag, values in flags:
        if type(values) == type(True):
            result.add([flag] if values else [])
        else:
            result.add([[flag, value] for value in values])
    return result

def known_libraries(ctx):
    """The libraries that hints may name.

    Args:
      ctx: the context of a rule with KNOWN_LIBRARIES_ATTRS.

    Returns:
      list[EtKernelLibraryInfo]; their yaml files are inputs of the action as well.
    """
    return [dep[EtKernelLibraryInfo] for dep in ctx.attrs._known_libraries]
