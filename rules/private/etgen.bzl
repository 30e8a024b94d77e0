"""Runs the generator, `etgen`, in an action."""

load("//rules:providers.bzl", "EtKernelLibraryInfo")
load("//rules/common:known.bzl", "KNOWN_LIBRARIES", "known_backends")

ETGEN_ATTRS = {
    "_etgen": attr.label(
        doc = "The generator; the flag `--@rules_executorch//tools:generator` replaces it.",
        default = Label("//tools:generator"),
        executable = True,
        cfg = "exec",
    ),
}

# Suggested in hints when an operator has no kernel.
KNOWN_LIBRARIES_ATTRS = {
    "_known_libraries": attr.label_list(
        default = [Label(library) for library in KNOWN_LIBRARIES],
        providers = [EtKernelLibraryInfo],
    ),
}

# Suggested in hints when a delegate has no backend: the id, and the target that registers it.
KNOWN_BACKENDS = known_backends("@rules_executorch")

def run_etgen(ctx, command, flags, inputs, outputs, transitive_inputs = [], more_flags = []):
    """Declares an action that runs one command of etgen.

    Args:
      ctx: the rule's context; the rule has ETGEN_ATTRS.
      command: str, `select`, `resolve`, ….
      flags: list of pairs, of //rules/common:argv.bzl.
      inputs: list[File].
      outputs: list[File].
      transitive_inputs: list[depset[File]].
      more_flags: list[str], arguments that come before the flags.
    """
    args = ctx.actions.args()
    args.add_all(more_flags)
    for flag, values in flags:
        if type(values) == "bool":
            args.add_all([flag] if values else [])
        else:
            args.add_all(values, before_each = flag)
    args.use_param_file("@%s")
    args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.executable._etgen,
        arguments = [command, args],
        inputs = depset(inputs, transitive = transitive_inputs),
        outputs = outputs,
        mnemonic = "Etgen" + command.capitalize(),
        progress_message = "etgen {}: {}".format(command, ctx.label),
    )

# The name of this repository in the text of labels; with MODULE.bazel, it is the canonical name.
_RULES = str(Label("//:BUILD.bazel")).partition("//")[0]

def display_label(label, name = None):
    """The name of a target in messages, as a BUILD file of the main repository would spell it.

    Args:
      label: Label.
      name: str, the name of a target of the same package; by default the label's own.

    Returns:
      str, such as `//app:kernels`.
    """
    repository, _, rest = str(label).partition("//")
    if name:
        rest = rest[:-len(label.name)] + name
    if repository in ["", "@", "@@"]:
        return "//" + rest
    return "{}//{}".format("@rules_executorch" if repository == _RULES else repository, rest)

def known_libraries(ctx):
    """The libraries that hints may name.

    Args:
      ctx: the rule's context; the rule has KNOWN_LIBRARIES_ATTRS.

    Returns:
      struct of `infos` (list[EtKernelLibraryInfo]), and of `inputs` (depset[File]), the inputs of the action
      that describe them.
    """
    infos = [target[EtKernelLibraryInfo] for target in ctx.attr._known_libraries]
    return struct(
        infos = infos,
        inputs = depset([info.description for info in infos], transitive = [info.yamls for info in infos]),
    )
