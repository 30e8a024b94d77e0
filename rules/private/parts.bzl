"""The sources of kernel libraries, by the library that they belong to."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//rules:providers.bzl", "EtKernelLibraryInfo")
load("//rules/common:part_names.bzl", "part_names")

def linked(deps):
    """The C++ information that a library of generated sources provides to its dependents.

    Args:
      deps: list[Target].

    Returns:
      CcInfo, with the C++ of all deps. The headers of kernel libraries are for their own sources alone.
    """
    return cc_common.merge_cc_infos(cc_infos = [
        CcInfo(linking_context = dep[CcInfo].linking_context) if EtKernelLibraryInfo in dep else dep[CcInfo]
        for dep in deps
        if CcInfo in dep
    ])

def declare_parts(ctx, libraries, directory):
    """Declares the directories for the sources of kernel libraries and of their dependencies.

    Args:
      ctx: the rule's context.
      libraries: list[EtKernelLibraryInfo].
      directory: str, where they are, in the package.

    Returns:
      struct, with `parts` as compiled_units takes them, `outputs` and `inputs` (list[File]) of `etgen generate`, and
      `flags`, its flags.
    """

    # Bazel may link them in this order, each after the libraries that refer to it.
    parts = [
        part
        for part in depset(order = "topological", transitive = [info.parts for info in libraries]).to_list()
        if part.sources.to_list()
    ]
    declared, lists, flags = [], [], []
    for part, name in zip(parts, part_names([part.name for part in parts])):
        output = ctx.actions.declare_directory("{}/{}".format(directory, name))
        file = ctx.actions.declare_file("{}.{}.txt".format(directory, name))
        content = ctx.actions.args()
        content.add_all(part.sources)
        content.set_param_file_format("multiline")
        ctx.actions.write(file, content)
        declared.append(struct(context = part.context, directory = output, name = name))
        lists.append(file)
        flags += ["--kernel-part", name, file.path]
    if declared:
        flags += ["--kernel-sources-dir", declared[0].directory.dirname]
    return struct(
        flags = flags,
        inputs = lists,
        outputs = [part.directory for part in declared],
        parts = declared,
    )
