"""Describes a library of kernels."""

load("//rules/private:kernel_library.bzl", "kernel_library")

def et_kernel_library(
        name,
        functions_yaml = None,
        custom_ops_yaml = None,
        srcs = [],
        hdrs = [],
        deps = [],
        library = None,
        place = "cpu",
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
            deps = ["@rules_executorch//:headers"],
        )

    A library without yaml files has sources that other kernel libraries share; list it in their `deps`.

    Args:
      name: str.
      functions_yaml: Label, a yaml file of ATen operators.
      custom_ops_yaml: Label, a yaml file of other operators.
      srcs: list[Label], the sources.
      hdrs: list[Label], their headers. Headers in the directory of a source can be included by file name.
      deps: list[Label], C++ libraries, and kernel libraries without yaml files.
      library: str, the name of the library in reports and in `prefer`; by default the name of the target.
      place: str, where the kernels run, such as `cpu`, which is the default.
      **kwargs: common attributes, such as visibility and tags.
    """
    kernel_library(
        name = name,
        custom_ops_yaml = custom_ops_yaml,
        deps = deps,
        functions_yaml = functions_yaml,
        hdrs = hdrs,
        library = library,
        place = place,
        srcs = srcs,
        **kwargs
    )
