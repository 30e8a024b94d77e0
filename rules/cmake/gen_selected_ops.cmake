# ExecuTorch's function of this name: selects operators for the gen_operators_lib of the same LIB_NAME.
#
#   gen_selected_ops(
#     [LIB_NAME <name>]
#     [OPS_SCHEMA_YAML <yaml>]    all operators of a functions yaml
#     [ROOT_OPS <operators>...]   operators by name, which may be separated by commas
#     [INCLUDE_ALL_OPS <bool>]    every operator that the kernel libraries have
#     [OPS_FROM_MODEL <file>...]  the operators that the models call
#     [DTYPE_SELECTIVE_BUILD <bool>]
#   )
#   gen_selected_ops(<OPS_SCHEMA_YAML> <ROOT_OPS> <INCLUDE_ALL_OPS>)
#
# Without LIB_NAME, it applies to the next gen_operators_lib in the directory. gen_selected_ops_output_yaml is set to the path
# of the selected_operators.yaml. In new projects, use et_operator_library.
function(${_et_prefix}gen_selected_ops)
  set(keywords LIB_NAME OPS_SCHEMA_YAML INCLUDE_ALL_OPS DTYPE_SELECTIVE_BUILD)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${keywords}" "ROOT_OPS;OPS_FROM_MODEL")
  set(given ${ARGV})
  set(positional TRUE)
  foreach(keyword IN LISTS keywords ITEMS ROOT_OPS OPS_FROM_MODEL)
    if(keyword IN_LIST given)
      set(positional FALSE)
    endif()
  endforeach()
  if(positional AND ARGC LESS_EQUAL 3)
    # An argument that is not given must not keep its value from an outer function.
    set(arg_OPS_SCHEMA_YAML "${ARGV0}")
    set(arg_ROOT_OPS "")
    set(arg_INCLUDE_ALL_OPS "")
    if(ARGC GREATER 1)
      set(arg_ROOT_OPS "${ARGV1}")
    endif()
    if(ARGC GREATER 2)
      set(arg_INCLUDE_ALL_OPS "${ARGV2}")
    endif()
  else()
    _et_check_arguments(gen_selected_ops)
  endif()
  _et_flag(INCLUDE_ALL_OPS OFF)
  _et_flag(DTYPE_SELECTIVE_BUILD OFF)
  string(REGEX REPLACE "[, ]+" ";" ops "${arg_ROOT_OPS}")
  _et_upstream_name(prefix "${arg_LIB_NAME}")
  et_operator_library(
    NAME ${prefix}_selected_ops
    OPS ${ops}
    MODELS ${arg_OPS_FROM_MODEL}
    OPS_SCHEMA_YAML_TARGET "${arg_OPS_SCHEMA_YAML}"
    INCLUDE_ALL_OPS ${arg_INCLUDE_ALL_OPS})
  _et_upstream_set("${arg_LIB_NAME}" SELECTION ${prefix}_selected_ops)
  _et_upstream_set("${arg_LIB_NAME}" DTYPE_SELECTIVE_BUILD ${arg_DTYPE_SELECTIVE_BUILD})
  _et_property(selection ${prefix}_selected_ops SELECTION)
  set(gen_selected_ops_output_yaml "${selection}" PARENT_SCOPE)
endfunction()
