"""Runs a Python module with the interpreter and the packages of @rules_executorch_python, and nothing else.

A py_binary would look for an interpreter on PATH when it runs, and so depend on the machine; this one is an input of
the actions that run it, as are its packages.
"""

# The directory of the script's runfiles is beside it, unless it is run from another target's.
_LAUNCHER = """\
#!/bin/sh
runfiles="${{RUNFILES_DIR:-$0.runfiles}}"
export PYTHONPATH="$runfiles/{workspace}/{root}:$runfiles/{python_workspace}/packages"
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
    ctx.actions.write(launcher, _LAUNCHER.format(
        module = ctx.attr.module,
        python = python.short_path[len("../"):],
        python_workspace = _workspace_of(ctx, python),
        root = ctx.attr.root,
        workspace = _workspace_of(ctx, ctx.files.srcs[0]),
    ), is_executable = True)
    runfiles = ctx.runfiles(files = [python] + ctx.files.srcs + ctx.files._packages)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

python_tool = rule(
    doc = "An executable that runs a Python module.",
    implementation = _python_tool_impl,
    attrs = {
        "module": attr.string(doc = "The module to run.", mandatory = True),
        "root": attr.string(doc = "The directory its imports start at.", mandatory = True),
        "srcs": attr.label_list(doc = "The sources of the module.", allow_files = True),
        "_packages": attr.label(default = Label("@rules_executorch_python//:packages")),
        "_python": attr.label(
            default = Label("@rules_executorch_python//:python3"),
            allow_single_file = True,
        ),
    },
    executable = True,
)
