# Describes kernels: the operators they implement, their sources, and where they run.
#
#   et_kernel_library(
#     NAME <name>
#     [FUNCTIONS_YAML <yaml>]   a yaml file of ATen operators
#     [CUSTOM_OPS_YAML <yaml>]  a yaml file of other operators
#     [SRCS <file>...]          the sources
#     [HDRS <file>...]          their headers. Those in the directory of a source are included by their names alone,
#                               the others as those of C++ libraries.
#     [DEPS <target>...]        C++ libraries, and kernel libraries without yaml files
#     [LIBRARY <name>]          the name of the library in reports and rules of preference; that of the target by
#                               default
#     [PLACE <place>]           where the kernels run, such as cpu, which is the default
#   )
#
# Nothing is compiled here. An executorch_generated_lib that has the library in its DEPS compiles the sources of the
# kernels that are selected: op_<operator>.cpp holds the kernels of all overloads of an operator (leading underscores
# of its name dropped), every other source is shared and compiled with those that include its header: loop.h of
# loop.cpp, or one that it includes with the comment `// IWYU pragma: associated`. A source without such a header
# among HDRS is compiled with any. Each source sees the headers of its own library and of the DEPS, and no others.
#
# A library without yaml files is what the sources of others share; it goes in their DEPS.
function(et_kernel_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;FUNCTIONS_YAML;CUSTOM_OPS_YAML;LIBRARY;PLACE" "SRCS;HDRS;DEPS")
  _et_check_arguments(et_kernel_library NAME)
  _et_default(LIBRARY ${arg_NAME})
  _et_default(PLACE cpu)
  _et_kernel_library()
endfunction()
