"""Runs a Python module with the interpreter and the packages of @rules_executorch_python, and nothing else.

A py_binary would look for an interpreter on PATH when it runs, and so depend on the machine; this one is an input of
the actions that run it, as are its packages.
"""

# The directory of the script's runfiles is beside it, unless it is run from another target's.
_LAUNCHER = """\
#!/bin/sh
runfiles="${{RUNFILES_DIR:-$0.runfiles}}"
export PYTHONPATH="{roots}:$runfiles/{python_workspace}/packages"
exec "$runfiles/{python}" -B -s -S -m {module} "$@"
"""

def _workspace_of(ctx, file):
    """The directory of the runfiles that the file's repository is."""
    if file.short_path.startswith("../"):
        return file.short_path.split("/")[1]
    return ctx.workspace_name

def _python_tool_impl(ctx):
    launcher = ctx.actions.declare_file(ctx.label.name + "_launcher")
    python = ctx.file._python
    workspace = _workspace_of(ctx, ctx.files.srcs[0])
    ctx.actions.write(launcher, _LAUNCHER.format(
        module = ctx.attr.module,
        python = python.short_path[len("../"):],
        python_workspace = _workspace_of(ctx, python),
        roots = ":".join(["$runfiles/{}/{}".format(workspace, root) for root in ctx.attr.roots]),
    ), is_executable = True)
    files = [python] + ctx.files.srcs + ctx.files._packages + ctx.files.data
    runfiles = ctx.runfiles(files = files)
    for target in ctx.attr.data:
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

_ATTRS = {
    "data": attr.label_list(doc = "What it needs when it runs.", allow_files = True),
    "module": attr.string(doc = "The module to run.", mandatory = True),
    "roots": attr.string_list(doc = "The directories its imports start at.", mandatory = True),
    "srcs": attr.label_list(doc = "The sources of the module.", allow_files = True, mandatory = True),
    "_packages": attr.label(default = Label("@rules_executorch_python//:packages")),
    "_python": attr.label(
        default = Label("@rules_executorch_python//:python3"),
        allow_single_file = True,
    ),
}

python_tool = rule(
    doc = "An executable that runs a Python module.",
    implementation = _python_tool_impl,
    attrs = _ATTRS,
    executable = True,
)

python_test = rule(
    doc = "A test that runs a Python module.",
    implementation = _python_tool_impl,
    attrs = _ATTRS,
    test = True,
)
