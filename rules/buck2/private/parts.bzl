"""The sources of kernel libraries, by the library that they belong to."""

load("//rules/common:part_names.bzl", "part_names")
load(":compiled_units.bzl", "UnitsInfo")

def declare_parts(ctx, libraries, sources):
    """Declares the directory for the sources of kernel libraries and of their dependencies.

    Args:
      ctx: the context of the rule.
      libraries: list[EtKernelLibraryInfo].
      sources: list[Artifact], generated sources that do not belong to a kernel library.

    Returns:
      (UnitsInfo, cmd_args): the units, and the flags of `etgen generate` that write them.
    """
    parts = {}
    for info in libraries:
        for part in info.parts:
            if part.sources:
                parts[part.label] = part
    directory = ctx.actions.declare_output("kernels", dir = True)
    unit_list = ctx.actions.declare_output("units.txt")
    flags = cmd_args(
        "--kernel-sources-dir",
        directory.as_output(),
        "--unit-list",
        unit_list.as_output(),
        hidden = [part.sources for part in parts.values()] + [info.headers for info in libraries],
    )
    preprocessors = {}
    for part, name in zip(parts.values(), part_names([part.name for part in parts.values()])):
        flags.add("--kernel-part", name, ctx.actions.write("kernels.{}.txt".format(name), part.sources))
        preprocessors[name] = part.preprocessors
    return UnitsInfo(directory = directory, parts = preprocessors, sources = sources, unit_list = unit_list), flags
