# Checks at build time that registrations and models fit together.
#
#   executorch_ops_check(
#     NAME <name>
#     [DEPS <target>...]              the libraries of a binary, with all its executorch_generated_libs and
#                                     et_backend_libraries
#     [MODEL <file>]                  a .pte
#     [MODELS <file>...]              more models
#     [BASELINE <file or target>...]  models or selections (et_operator_library); the models may only make calls that
#                                     these make
#   )
#
# It checks that the libraries linked with DEPS register no kernel and no backend twice; that each call of each model
# has a kernel there, and each delegate a backend; and that no model makes a call or uses a backend that the baseline
# does not. A model that is exported again, for example with another version of PyTorch, may contain other operators
# than before, which a binary that was shipped for the earlier model may lack.
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
