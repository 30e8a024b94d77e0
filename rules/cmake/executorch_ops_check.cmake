# Checks registrations and models against each other, when it is built.
#
#   executorch_ops_check(
#     NAME <name>
#     [DEPS <target>...]              the libraries of a binary, with all its executorch_generated_libs and
#                                     et_backend_libraries
#     [MODEL <file>]                  a .pte
#     [MODELS <file>...]              more of them
#     [BASELINE <file or target>...]  models or selections (et_operator_library) that the models must not go beyond
#   )
#
# That no kernel is registered twice by what DEPS are linked with, and no backend; that each call of each model has a
# kernel there, and each delegate a backend; and that no model makes a call or uses a backend which the baseline does
# not. A model that is exported again, by another version of PyTorch for example, may contain other operators than
# before, and a binary that has been shipped for the earlier one may lack them.
#
# The target is part of ALL; `<binary dir>/<name>.txt` says what was proven.
function(executorch_ops_check)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;MODEL" "DEPS;MODELS;BASELINE")
  _et_check_arguments(executorch_ops_check NAME)
  _et_label(label ${arg_NAME})
  # Never built: it stands for a binary that is linked with DEPS.
  _et_stand_in(${arg_NAME}_binary ${arg_DEPS})
  _et_model_check(${arg_NAME} ${arg_NAME}_binary
    LABEL "${label}" MODELS ${arg_MODELS} ${arg_MODEL} BASELINE ${arg_BASELINE})
  set_target_properties(${arg_NAME} PROPERTIES EXCLUDE_FROM_ALL FALSE)
endfunction()
