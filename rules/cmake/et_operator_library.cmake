# Selects the union of the operators that its arguments name.
#
#   et_operator_library(
#     NAME <name>
#     [OPS <operator>...]              operators by name, such as aten::add.out
#     [OPS_DICT <json>]                {"aten::add.out": ["Float"]}: operators with the dtypes or kernel keys of their
#                                      calls; an empty list means any call
#     [MODEL <file>]                   a .pte: selects the operators that it calls, with the dtypes and dim orders of
#                                      the calls
#     [MODELS <file>...]               more models
#     [OPS_SCHEMA_YAML_TARGET <yaml>]  a functions yaml, or a merge_yaml; all of its operators are selected
#     [INCLUDE_ALL_OPERATORS]          also select every operator that the kernel libraries implement
#     [INCLUDE_ALL_OPS]                another name for INCLUDE_ALL_OPERATORS
#   )
#
# The target has a selected_operators.yaml, in `<binary dir>/<name>`. Give it to the DEPS of an
# executorch_generated_lib. CMake reads the models at the end of its configure step, and the build reads changed
# models again.
function(et_operator_library)
  set(keywords NAME OPS_DICT MODEL OPS_SCHEMA_YAML_TARGET INCLUDE_ALL_OPERATORS INCLUDE_ALL_OPS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${keywords}" "OPS;MODELS")
  _et_check_arguments(et_operator_library NAME)
  _et_flag(INCLUDE_ALL_OPERATORS OFF)
  _et_flag(INCLUDE_ALL_OPS OFF)
  if(arg_INCLUDE_ALL_OPS)
    set(arg_INCLUDE_ALL_OPERATORS ON)
  endif()
  _et_label(label ${arg_NAME})
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(selection "${directory}/selected_operators.yaml")
  _et_absolute(models ${arg_MODELS} ${arg_MODEL})
  _et_yaml(yaml "${arg_OPS_SCHEMA_YAML_TARGET}")
  if("${arg_OPS}${arg_OPS_DICT}${models}${yaml}" STREQUAL "" AND NOT arg_INCLUDE_ALL_OPERATORS)
    _et_error("${label} selects no operator: give OPS, OPS_DICT, MODEL, OPS_SCHEMA_YAML_TARGET or INCLUDE_ALL_OPERATORS")
  endif()
  set(flags --label "${label}")
  _et_repeat(flags --op ${arg_OPS})
  if(NOT "${arg_OPS_DICT}" STREQUAL "")
    # Kernel keys have semicolons in them, which lists of CMake do not keep.
    _et_write_if_changed("${directory}/ops_dict.json" "${arg_OPS_DICT}")
    list(APPEND flags --ops-dict "${directory}/ops_dict.json")
  endif()
  _et_relative(paths ${models})
  _et_repeat(flags --model ${paths})
  _et_relative(paths ${yaml})
  _et_repeat(flags --ops-schema-yaml ${paths})
  if(arg_INCLUDE_ALL_OPERATORS)
    list(APPEND flags --include-all-operators)
  endif()
  _et_request("${label}" select ${flags} --output "${selection}")
  add_library(${arg_NAME} INTERFACE)
  set_target_properties(${arg_NAME} PROPERTIES
    RULES_EXECUTORCH_SELECTION "${selection}"
    RULES_EXECUTORCH_SELECT_FLAGS "${flags}"
    RULES_EXECUTORCH_MODELS "${models}")
endfunction()
