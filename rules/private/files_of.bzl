"""Files of a target under another name.

Like a filegroup, but it accepts every common attribute: the filegroup of Bazel 4.2 has no
`target_compatible_with`.
"""

def _files_of_impl(ctx):
    info = ctx.attr.target[OutputGroupInfo] if ctx.attr.group else ctx.attr.target[DefaultInfo]
    files = getattr(info, ctx.attr.group or "files")
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

files_of = rule(
    doc = "The files of a target, or of one of its output groups.",
    implementation = _files_of_impl,
    attrs = {
        "group": attr.string(doc = "The name of the output group; that of the default outputs if empty."),
        "target": attr.label(doc = "The target.", mandatory = True),
    },
)
