"""Runs the generator, `etgen`, in an action."""

load("//rules/buck2:providers.bzl", "EtKernelLibraryInfo")

ETGEN_ATTRS = {
    # The configuration value `[rules_executorch] generator` replaces it.
    "_etgen": attrs.exec_dep(default = "rules_executorch//tools:generator", providers = [RunInfo]),
}

# Named in hints when an operator has no kernel.
KNOWN_LIBRARIES_ATTRS = {
    "_known_libraries": attrs.list(
        attrs.dep(providers = [EtKernelLibraryInfo]),
        default = ["rules_executorch//kernels/portable:portable", "rules_executorch//kernels/quantized:quantized", "rules_executorch//kernels/llm:llm"],
    ),
}

# Named in hints when a delegate has no backend: the id, and the target that has it.
KNOWN_BACKENDS = [
    "OpenvinoBackend=rules_executorch//backends:openvino",
    "QnnBackend=rules_executorch//backends:qnn",
    "XnnpackBackend=rules_executorch//backends:xnnpack",
]

def run_etgen(ctx, command, args, identifier = None):
    """Declares an action that runs one command of etgen.

    Args:
      ctx: the context of a rule with ETGEN_ATTRS.
      command: str, `select`, `resolve`, ….
      args: cmd_args, the flags, with the outputs of the action and the inputs that no flag names as hidden ones.
      identifier: str, which of several actions of a target that run the command.
    """
    ctx.actions.run(
        cmd_args(ctx.attrs._etgen[RunInfo], command, args),
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
    """The same for a target of the package that a macro is called in.

    Args:
      name: str, the name of the target.

    Returns:
      str.
    """
    return "{}//{}:{}".format(get_cell_name(), native.package_name(), name)

def repeated(flag, values):
    """A flag for each value.

    Args:
      flag: str.
      values: list[str | Artifact].

    Returns:
      cmd_args.
    """
    return cmd_args([[flag, value] for value in values])

def known_libraries(ctx):
    """The libraries that hints may name.

    Args:
      ctx: the context of a rule with KNOWN_LIBRARIES_ATTRS.

    Returns:
      cmd_args.
    """
    infos = [dep[EtKernelLibraryInfo] for dep in ctx.attrs._known_libraries]
    return cmd_args(
        repeated("--known-library", [info.description for info in infos]),
        hidden = [info.yamls for info in infos],
    )
