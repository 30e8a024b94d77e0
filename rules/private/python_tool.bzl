"""Runs a Python module with the interpreter and the packages of @rules_executorch_python, and nothing else.

A py_binary would look for an interpreter on PATH when it runs, and so depend on the machine; this one is an input of
the actions that run it, as are its packages.
"""

# The directory of the script's runfiles is beside it, unless it is run from another target's.
_LAUNCHER = """\
#!/bin/sh
runfiles="${{RUNFILES_DIR:-$0.runfiles}}"
export PYTHONPATH="{roots}:$runfiles/{python_workspace}/packages"
exec "$runfiles/{python}" -B -s -S -m {module}{flags} "$@"
"""

PYTHON_ATTRS = {
    "_packages": attr.label(default = Label("@rules_executorch_python//:packages")),
    "_python": attr.label(
        default = Label("@rules_executorch_python//:python3"),
        allow_single_file = True,
    ),
}

def _workspace_of(ctx, file):
    """The directory of the runfiles that the file's repository is."""
    if file.short_path.startswith("../"):
        return file.short_path.split("/")[1]
    return ctx.workspace_name

def _quoted(text):
    return "'{}'".format(text.replace("'", "'\\''"))

def python_launcher(ctx, module, srcs, roots, flags = [], files = [], targets = []):
    """An executable that runs a Python module.

    Args:
      ctx: the context of a rule with PYTHON_ATTRS.
      module: str, the module to run.
      srcs: list[File], its sources.
      roots: list[str], the directories of their repository that imports start at.
      flags: list[str], flags of the module. Those of the command line come after them.
      files: list[File], what it needs when it runs.
      targets: list[Target], likewise, with their runfiles.

    Returns:
      DefaultInfo.
    """
    launcher = ctx.actions.declare_file(ctx.label.name + "_launcher")
    python = ctx.file._python
    ctx.actions.write(launcher, _LAUNCHER.format(
        flags = "".join([" " + _quoted(flag) for flag in flags]),
        module = module,
        python = python.short_path[len("../"):],
        python_workspace = _workspace_of(ctx, python),
        roots = ":".join(["$runfiles/{}/{}".format(_workspace_of(ctx, srcs[0]), root) for root in roots]),
    ), is_executable = True)
    runfiles = ctx.runfiles(files = [python] + srcs + ctx.files._packages + files)
    for target in targets:
        runfiles = runfiles.merge(ctx.runfiles(transitive_files = target[DefaultInfo].files))
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return DefaultInfo(executable = launcher, runfiles = runfiles)

def _python_tool_impl(ctx):
    return [python_launcher(ctx, ctx.attr.module, ctx.files.srcs, ctx.attr.roots)]

python_tool = rule(
    doc = "An executable that runs a Python module.",
    implementation = _python_tool_impl,
    attrs = dict(
        PYTHON_ATTRS,
        module = attr.string(doc = "The module to run.", mandatory = True),
        roots = attr.string_list(doc = "The directories its imports start at.", mandatory = True),
        srcs = attr.label_list(doc = "The sources of the module.", allow_files = True, mandatory = True),
    ),
    executable = True,
)
