"""The Python that runs the tools."""

PythonInterpreterInfo = provider(
    doc = "An interpreter that needs nothing of the machine but the libraries of C.",
    fields = {
        "cache_tag": "(str) how it names what it has compiled, such as cpython-311",
        "executable": "(File) what runs a module",
        "files": "(list[File]) all that it reads, itself included",
        "library_dir": "(File) a file in the directory of its libraries, in the directory that PYTHONHOME names; None for an interpreter that is used where it is installed",
    },
)

def _python_interpreter_impl(ctx):
    zips = [file for file in ctx.files.files if file.extension == "zip"]
    return [
        DefaultInfo(files = depset(ctx.files.files)),
        PythonInterpreterInfo(
            cache_tag = ctx.attr.cache_tag,
            executable = ctx.file.executable,
            files = ctx.files.files + [ctx.file.executable],
            library_dir = zips[0] if zips else None,
        ),
    ]

python_interpreter = rule(
    doc = "An interpreter, as third_party/python/copy_interpreter.py makes it.",
    implementation = _python_interpreter_impl,
    attrs = {
        "cache_tag": attr.string(doc = "How it names what it has compiled: `sys.implementation.cache_tag`.", mandatory = True),
        "executable": attr.label(doc = "The program.", allow_single_file = True, mandatory = True),
        "files": attr.label_list(doc = "Its libraries.", allow_files = True),
    },
    provides = [PythonInterpreterInfo],
)
