"""Describes a library of kernels."""

load("//rules/buck2/private:kernel_library.bzl", "kernel_library")
load("//rules/buck2/private:paths.bzl", "header_names")

def et_kernel_library(
        name,
        functions_yaml = None,
        custom_ops_yaml = None,
        srcs = [],
        hdrs = [],
        deps = [],
        library = None,
        place = "cpu",
        visibility = None,
        **kwargs):
    """Declares kernels: the operators they implement, their sources, and where they run.

    This rule compiles nothing. An `executorch_generated_lib` with the library in its `deps` compiles the sources of the
    selected kernels. `op_<operator>.cpp`, without leading underscores of the operator's name, has the kernels of all
    overloads of an operator. Every other source is shared: it is compiled if a compiled source includes its header, which
    is `loop.h` for `loop.cpp`, or a header that it includes with the comment `// IWYU pragma: associated`. A source
    without such a header in `hdrs` is compiled if any source of the library is. The include path of each source has only
    the headers of its own library and of the `deps`.

        et_kernel_library(
            name = "my_kernels",
            functions_yaml = "functions.yaml",
            srcs = glob(["op_*.cpp"]),
            deps = ["rules_executorch//:headers"],
        )

    A library without yaml files has sources that other kernel libraries share; list it in their `deps`. The macro also
    defines `<name>_hdrs`, a C++ library of the headers and the `deps`.

    Args:
      name: str.
      functions_yaml: source, a yaml file of ATen operators.
      custom_ops_yaml: source, a yaml file of other operators.
      srcs: list[source], the sources.
      hdrs: list[source], their headers. Headers in the directory of a source can be included by file name.
      deps: list[dep], C++ libraries, and kernel libraries without yaml files.
      library: str, the name of the library in reports and in `prefer`; by default the name of the target.
      place: str, where the kernels run, such as `cpu`, which is the default.
      visibility: the visibility of both targets.
      **kwargs: common attributes, such as labels.
    """
    native.cxx_library(
        name = name + "_hdrs",
        exported_deps = deps,
        exported_headers = header_names(native.package_name(), srcs, hdrs),
        header_namespace = "",
        visibility = visibility,
        **kwargs
    )
    kernel_library(
        name = name,
        cxx = ":{}_hdrs".format(name),
        custom_ops_yaml = [custom_ops_yaml] if custom_ops_yaml else [],
        deps = deps,
        functions_yaml = [functions_yaml] if functions_yaml else [],
        hdrs = hdrs,
        library = library,
        place = place,
        srcs = srcs,
        visibility = visibility,
        **kwargs
    )
