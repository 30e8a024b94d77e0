# Merges yaml files of kernels: for each operator, the merged file has the entry of the first file that has one.
#
#   merge_yaml(
#     [NAME <name>]              a target to use as FUNCTIONS_YAML_TARGET and similar arguments
#     FUNCTIONS_YAML <yaml>      the file to prefer
#     [FALLBACK_YAML <yaml>...]  the fallback files, in order of preference
#     [FILL_GAPS]                whether kernels of the fallbacks also serve dtypes and dim orders that the preferred
#                                entry has no kernel for, like later kernel libraries in the DEPS of an
#                                executorch_generated_lib
#     [OUTPUT_DIR <directory>]   where merged.yaml goes; `<binary dir>/<name>` by default
#   )
#
# merged.yaml has the entries of FUNCTIONS_YAML in their order, followed by the entries of each fallback for operators
# that no earlier file has. An operator with two entries in one file is an error. It is written at the end of the
# configure step. Give at least one of NAME and OUTPUT_DIR. A yaml is a file, another merge_yaml, or an
# et_kernel_library with a yaml, such as rules_executorch::portable.
function(${_et_prefix}merge_yaml)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;FUNCTIONS_YAML;FILL_GAPS;OUTPUT_DIR" "FALLBACK_YAML")
  _et_check_arguments(merge_yaml FUNCTIONS_YAML)
  _et_flag(FILL_GAPS OFF)
  if(NOT arg_NAME AND NOT arg_OUTPUT_DIR)
    _et_error("merge_yaml: give NAME or OUTPUT_DIR")
  endif()
  if(NOT arg_OUTPUT_DIR)
    set(arg_OUTPUT_DIR "${arg_NAME}")
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIR BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  set(merged "${arg_OUTPUT_DIR}/merged.yaml")
  set(inputs)
  foreach(yaml IN LISTS arg_FUNCTIONS_YAML arg_FALLBACK_YAML)
    _et_yaml(yaml "${yaml}")
    list(APPEND inputs "${yaml}")
  endforeach()
  _et_relative(paths ${inputs})
  list(POP_FRONT paths first)
  set(flags --functions-yaml "${first}")
  _et_repeat(flags --fallback-yaml ${paths})
  if(arg_FILL_GAPS)
    list(APPEND flags --fill-gaps)
  endif()
  _et_label(label "${arg_NAME}")
  if(NOT arg_NAME)
    set(label "${merged}")
  endif()
  _et_request("${label}" merge ${flags} --output "${merged}")
  if(arg_NAME)
    add_library(${arg_NAME} INTERFACE)
    set_target_properties(${arg_NAME} PROPERTIES RULES_EXECUTORCH_YAML "${merged}")
  endif()
endfunction()
