"""Runs a Python module with the interpreter of //tools:python and only the packages of the tools.

A py_binary would search PATH for an interpreter when it runs, and so depend on the machine. Here the
interpreter, its shared library, the standard library and the packages are inputs of the actions that run it.
"""

load(":python_interpreter.bzl", "PythonInterpreterInfo")

# The runfiles directory is next to the script, unless the script runs from the runfiles of another target.
_LAUNCHER = """\
#!/bin/sh
runfiles="${{RUNFILES_DIR:-$0.runfiles}}"
export PYTHONPATH="{roots}:$runfiles/{packages}"
{environment}exec "$runfiles/{python}" -B -s -S -m {module}{flags} "$@"
"""

# For an interpreter that is entirely in its runfiles.
_HOME = """\
library="$runfiles/{library}"
export PYTHONHOME="${{library%/*}}" LD_LIBRARY_PATH="$library"
"""

PYTHON_ATTRS = {
    "_packages": attr.label(default = Label("@rules_executorch_python//:packages")),
    "_python": attr.label(
        doc = "The interpreter; the flag `--@rules_executorch//tools:python` replaces it.",
        default = Label("//tools:python"),
        allow_files = True,
    ),
}

def _in_runfiles(ctx, file):
    """The path of a file relative to the runfiles directory."""
    if file.short_path.startswith("../"):
        return file.short_path[len("../"):]
    return "{}/{}".format(ctx.workspace_name, file.short_path)

def _interpreter(ctx):
    """The interpreter that the launcher runs, the lines that set its environment, and its runfiles."""
    target = ctx.attr._python
    if PythonInterpreterInfo in target:
        info = target[PythonInterpreterInfo]
        library = info.library_dir
        environment = _HOME.format(library = _in_runfiles(ctx, library).rpartition("/")[0]) if library else ""
        return info.executable, environment, ctx.runfiles(files = info.files)
    executable = target[DefaultInfo].files_to_run.executable or ctx.files._python[0]
    runfiles = ctx.runfiles(files = [executable]).merge(target[DefaultInfo].default_runfiles)
    return executable, "", runfiles

def _compiled(ctx):
    """The sources, compiled by the interpreter that runs them: where Python looks for that, next to each source.

    An interpreter that is not known is left to compile them itself, in each process.
    """
    if PythonInterpreterInfo not in ctx.attr._python:
        return []
    info = ctx.attr._python[PythonInterpreterInfo]
    args = ctx.actions.args()
    outputs = []
    for source in ctx.files.srcs:
        if source.extension == "py" and source.owner.package == ctx.label.package:
            directory, _, name = source.owner.name.rpartition("/")
            compiled = "__pycache__/{}.{}.pyc".format(name[:-len(".py")], info.cache_tag)
            compiled = "{}/{}".format(directory, compiled) if directory else compiled
            outputs.append(ctx.actions.declare_file(compiled))
            args.add_all([source.path, source.owner.name, outputs[-1].path])
    environment = {"PYTHONHASHSEED": "0"}
    if info.library_dir:
        environment["LD_LIBRARY_PATH"] = info.library_dir.dirname
        environment["PYTHONHOME"] = info.library_dir.dirname.rpartition("/")[0]
    ctx.actions.run(
        executable = info.executable,
        arguments = ["-B", "-s", "-S", ctx.file._compile_sources.path, args],
        inputs = ctx.files.srcs + [ctx.file._compile_sources] + info.files,
        outputs = outputs,
        env = environment,
        mnemonic = "PythonCompile",
        progress_message = "Compiling the Python of {}".format(ctx.label),
    )
    return outputs

def _quoted(text):
    return "'{}'".format(text.replace("'", "'\\''"))

def python_launcher(ctx, module, srcs, roots, flags = [], files = [], targets = []):
    """An executable that runs a Python module.

    Args:
      ctx: the context of a rule with PYTHON_ATTRS.
      module: str, the module to run.
      srcs: list[File], its sources.
      roots: list[str], the import roots, as directories of their repository.
      flags: list[str], flags of the module, before those of the command line.
      files: list[File], files that it needs at run time.
      targets: list[Target], likewise, with their runfiles.

    Returns:
      DefaultInfo.
    """
    repository = _in_runfiles(ctx, srcs[0]).partition("/")[0]
    launcher = ctx.actions.declare_file(ctx.label.name + "_launcher")
    python, environment, runfiles = _interpreter(ctx)
    ctx.actions.write(launcher, _LAUNCHER.format(
        environment = environment,
        flags = "".join([" " + _quoted(flag) for flag in flags]),
        module = module,
        packages = _in_runfiles(ctx, ctx.files._packages[0]).partition("/")[0] + "/packages",
        python = _in_runfiles(ctx, python),
        roots = ":".join(["$runfiles/{}/{}".format(repository, root) for root in roots]),
    ), is_executable = True)
    runfiles = runfiles.merge(ctx.runfiles(files = srcs + ctx.files._packages + files))
    for target in targets:
        runfiles = runfiles.merge(ctx.runfiles(transitive_files = target[DefaultInfo].files))
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return DefaultInfo(executable = launcher, runfiles = runfiles)

def _python_tool_impl(ctx):
    return [python_launcher(ctx, ctx.attr.module, ctx.files.srcs, ctx.attr.roots, files = _compiled(ctx))]

python_tool = rule(
    doc = "An executable that runs a Python module.",
    implementation = _python_tool_impl,
    attrs = dict(
        PYTHON_ATTRS,
        module = attr.string(doc = "The module to run.", mandatory = True),
        roots = attr.string_list(doc = "The directories its imports start at.", mandatory = True),
        srcs = attr.label_list(doc = "The sources of the module.", allow_files = True, mandatory = True),
        _compile_sources = attr.label(default = Label("//third_party/python:compile_sources.py"), allow_single_file = True),
    ),
    executable = True,
)
