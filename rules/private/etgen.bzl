"""Runs the generator, `etgen`, in an action."""

load("//rules:providers.bzl", "EtKernelLibraryInfo")

ETGEN_ATTRS = {
    "_etgen": attr.label(
        doc = "The generator; the flag `--@rules_executorch//tools:generator` replaces it.",
        default = Label("//tools:generator"),
        executable = True,
        cfg = "exec",
    ),
}

# Named in hints when an operator has no kernel.
KNOWN_LIBRARIES_ATTRS = {
    "_known_libraries": attr.label_list(
        default = [Label("//kernels/portable"), Label("//kernels/quantized"), Label("//kernels/llm")],
        providers = [EtKernelLibraryInfo],
    ),
}

# Named in hints when a delegate has no backend: the id, and the target that has it.
KNOWN_BACKENDS = [
    "OpenvinoBackend=@rules_executorch//backends:openvino",
    "QnnBackend=@rules_executorch//backends:qnn",
    "XnnpackBackend=@rules_executorch//backends:xnnpack",
]

def run_etgen(ctx, command, args, inputs, outputs, transitive_inputs = []):
    """Declares an action that runs one command of etgen.

    Args:
      ctx: the rule's context; the rule has ETGEN_ATTRS.
      command: str, `select`, `resolve`, ….
      args: Args, the flags.
      inputs: list[File].
      outputs: list[File].
      transitive_inputs: list[depset[File]].
    """
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

# The repository of these rules as text of labels has it; with MODULE.bazel not as projects name it.
_RULES = str(Label("//:BUILD.bazel")).partition("//")[0]

def display_label(label):
    """How messages name a target: as a BUILD file of the main repository would.

    Args:
      label: Label.

    Returns:
      str, such as `//app:kernels`.
    """
    repository, _, rest = str(label).partition("//")
    if repository in ["", "@", "@@"]:
        return "//" + rest
    return "{}//{}".format("@rules_executorch" if repository == _RULES else repository, rest)

def add_known_libraries(ctx, args):
    """Adds the libraries that hints may name.

    Args:
      ctx: the rule's context; the rule has KNOWN_LIBRARIES_ATTRS.
      args: Args, the flags to add to.

    Returns:
      depset[File], what the action has to read for them.
    """
    infos = [target[EtKernelLibraryInfo] for target in ctx.attr._known_libraries]
    for info in infos:
        args.add("--known-library", info.description)
    return depset([info.description for info in infos], transitive = [info.yamls for info in infos])
