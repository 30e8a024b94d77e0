"""The C++ rules of ExecuTorch's runtime_wrapper.bzl, made of Bazel's."""

load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("@rules_cc//cc:cc_test.bzl", "cc_test")
load("//rules/common:upstream_labels.bzl", "translate_cxx", "translate_label")

def _ours(label):
    return str(Label(label))

def upstream_label(label):
    """A label of a file for ExecuTorch's macros. What Buck calls a sub-target is among the files of the target.

    Args:
      label: str.

    Returns:
      str.
    """
    return translate_label(label.partition("[")[0], _ours)

def upstream_visibility(patterns):
    """A visibility of such a file.

    Args:
      patterns: list[str], or None.

    Returns:
      list[str], or None.
    """
    if not patterns:
        return patterns
    result = []
    for pattern in patterns:
        if pattern.startswith("//executorch/"):
            pattern = "//" + pattern[len("//executorch/"):]
        if pattern == "PUBLIC":
            pattern = "//visibility:public"
        elif pattern.endswith("..."):
            package = pattern[:-len("...")]
            pattern = (package if package == "//" else package[:-1]) + ":__subpackages__"
        elif pattern.endswith(":"):
            pattern += "__pkg__"
        result.append(pattern)
    return result

def _files(headers):
    return headers.values() if type(headers) == "dict" else headers

def _common(kwargs, header_attribute):
    """The arguments of a cc_ rule that do what those of the cxx_ rule of Buck do."""
    given = translate_cxx(kwargs, upstream_label)
    result = {"name": given.pop("name"), "visibility": upstream_visibility(given.pop("visibility", None))}
    exported = _files(given.pop("exported_headers", []))
    private = _files(given.pop("headers", []))
    if header_attribute:
        result["hdrs"] = exported
        result["srcs"] = given.pop("srcs", []) + private
    else:
        result["srcs"] = given.pop("srcs", []) + private + exported
    result["deps"] = given.pop("deps", []) + given.pop("exported_deps", [])
    result["copts"] = given.pop("compiler_flags", []) + given.pop("preprocessor_flags", [])
    result["linkopts"] = given.pop("linker_flags", []) + given.pop("exported_linker_flags", [])
    for flag in given.pop("exported_preprocessor_flags", []):
        if flag.startswith("-D") and header_attribute:
            result["defines"] = result.get("defines", []) + [flag[len("-D"):]]
        else:
            result["copts"] = result["copts"] + [flag]
    if given.pop("header_namespace", None) == "":
        result["includes"] = ["."]

    # Bazel links apps statically by itself.
    for parameter in ["force_static", "labels", "link_style", "preferred_linkage", "soname"]:
        given.pop(parameter, None)
    if given.pop("link_whole", False):
        result["alwayslink"] = True
    result.update(given)
    return result

def _cxx_library(**kwargs):
    cc_library(**_common(kwargs, header_attribute = True))

def _cxx_binary(**kwargs):
    cc_binary(**_common(kwargs, header_attribute = False))

def _cxx_test(**kwargs):
    cc_test(**_common(kwargs, header_attribute = False))

def _export_file(name, src = None, visibility = None, **_kwargs):
    if src and src != name:
        native.filegroup(name = name, srcs = [upstream_label(src)], visibility = upstream_visibility(visibility))
    else:
        native.exports_files([name], visibility = upstream_visibility(visibility))

def _filegroup(name, srcs, visibility = None, **_kwargs):
    native.filegroup(
        name = name,
        srcs = [upstream_label(src) for src in srcs],
        visibility = upstream_visibility(visibility),
    )

def _genrule(name, **_kwargs):
    fail("runtime.genrule {}: commands of Buck do not work in Bazel: write a genrule for Bazel".format(name))

upstream_runtime = struct(
    cxx_binary = _cxx_binary,
    cxx_library = _cxx_library,
    cxx_test = _cxx_test,
    export_file = _export_file,
    filegroup = _filegroup,
    genrule = _genrule,
    is_oss = True,
)
