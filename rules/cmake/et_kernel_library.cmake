# Declares kernels: the operators they implement, their sources, and where they run.
#
#   et_kernel_library(
#     NAME <name>
#     [FUNCTIONS_YAML <yaml>]   a yaml file of ATen operators
#     [CUSTOM_OPS_YAML <yaml>]  a yaml file of other operators
#     [SRCS <file>...]          the sources
#     [HDRS <file>...]          their headers. Headers in the directory of a source can be included by file name,
#                               other headers as those of C++ libraries.
#     [DEPS <target>...]        C++ libraries, and kernel libraries without yaml files
#     [LIBRARY <name>]          the name of the library in reports and in prefer; by default the name of the target
#     [PLACE <place>]           where the kernels run, such as cpu, which is the default
#   )
#
# This rule compiles nothing. An executorch_generated_lib with the library in its DEPS compiles the sources of the
# selected kernels. op_<operator>.cpp, without leading underscores of the operator's name, has the kernels of all
# overloads of an operator. Every other source is shared: it is compiled if a compiled source includes its header,
# which is loop.h for loop.cpp, or a header that it includes with the comment `// IWYU pragma: associated`. A source
# without such a header in HDRS is compiled if any source of the library is. The include path of each source has only
# the headers of its own library and of the DEPS.
#
# A library without yaml files has sources that other kernel libraries share; list it in their DEPS.
function(et_kernel_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;FUNCTIONS_YAML;CUSTOM_OPS_YAML;LIBRARY;PLACE" "SRCS;HDRS;DEPS")
  _et_check_arguments(et_kernel_library NAME)
  _et_default(LIBRARY ${arg_NAME})
  _et_default(PLACE cpu)
  _et_label(label ${arg_NAME})
  _et_absolute(own ${arg_SRCS})
  _et_yaml(functions "${arg_FUNCTIONS_YAML}")
  _et_yaml(custom_ops "${arg_CUSTOM_OPS_YAML}")
  _et_absolute(headers ${arg_HDRS})
  set(sources)
  set(parts)
  foreach(dep IN LISTS arg_DEPS)
    _et_property(yamls ${dep} YAMLS)
    _et_property(other ${dep} LABEL)
    if(yamls)
      _et_error("${label} depends on ${other}, which has its own kernels: list both in the DEPS of the executorch_generated_lib instead")
    endif()
    _et_property(shared ${dep} SOURCES)
    list(APPEND sources ${shared})
    _et_property(shared ${dep} HEADERS)
    list(APPEND headers ${shared})
    _et_property(shared ${dep} PARTS)
    list(APPEND parts ${shared})
  endforeach()
  list(APPEND sources ${own})
  # Each registration of the library lists them: hundreds of paths are made relative once.
  _et_relative(own_paths ${own})
  list(JOIN own_paths "\n" own_paths)
  list(REMOVE_DUPLICATES sources)
  if(own)
    list(APPEND parts ${arg_NAME})
  endif()
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.kernel_library.json")
  _et_describe("${description}" "${label}" ${arg_LIBRARY} ${arg_PLACE} "${functions}" "${custom_ops}" "${sources}" "${headers}")

  set(all_yamls ${functions} ${custom_ops})
  add_library(${arg_NAME} INTERFACE)
  target_link_libraries(${arg_NAME} INTERFACE ${arg_DEPS})
  set_target_properties(${arg_NAME} PROPERTIES
    RULES_EXECUTORCH_DESCRIPTION "${description}"
    RULES_EXECUTORCH_LABEL "${label}"
    RULES_EXECUTORCH_LIBRARY "${arg_LIBRARY}"
    RULES_EXECUTORCH_SOURCES "${sources}"
    RULES_EXECUTORCH_HEADERS "${headers}"
    RULES_EXECUTORCH_OWN_SOURCES "${own_paths}"
    RULES_EXECUTORCH_PARTS "${parts}"
    RULES_EXECUTORCH_YAMLS "${all_yamls}")

  # Sources are compiled from copies; what they include from their own directory is found there still.
  set(directories)
  foreach(source IN LISTS own)
    cmake_path(GET source PARENT_PATH source)
    list(APPEND directories "${source}")
  endforeach()
  list(REMOVE_DUPLICATES directories)
  set(flag -iquote)
  if(MSVC)
    set(flag -I)
  endif()
  list(TRANSFORM directories PREPEND ${flag})
  target_compile_options(${arg_NAME} INTERFACE ${directories})
endfunction()
