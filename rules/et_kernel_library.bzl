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
    """Describes kernels: the operators they implement, their sources, and where they run.

    Nothing is compiled here. An `executorch_generated_lib` that has the library in its `deps` compiles the sources of the
    kernels that are selected: `op_<operator>.cpp` holds the kernels of all overloads of an operator (leading underscores
    of its name dropped), every other source is shared and compiled with those that include its header: `loop.h` of
    `loop.cpp`, or one that it includes with the comment `// IWYU pragma: associated`. A source without such a header
    among `hdrs` is compiled with any. Each source sees the headers of its own library and of the `deps`, and no others.

        et_kernel_library(
            name = "my_kernels",
            functions_yaml = "functions.yaml",
            srcs = glob(["op_*.cpp"]),
            deps = ["@rules_executorch//:headers"],
        )

    A library without yaml files is what the sources of others share; it goes in their `deps`.

    Args:
      name: str.
      functions_yaml: Label, a yaml file of ATen operators.
      custom_ops_yaml: Label, a yaml file of other operators.
      srcs: list[Label], the sources.
      hdrs: list[Label], their headers. Those in the directory of a source are included by their names alone.
      deps: list[Label], C++ libraries, and kernel libraries without yaml files.
      library: str, the name of the library in reports and rules of preference; that of the target by default.
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
