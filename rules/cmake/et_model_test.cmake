# Tests that each model loads and runs with the kernels of a binary.
#
#   et_model_test(
#     NAME <name>
#     MODEL <file> | MODELS <file>...  .pte files
#     DEPS <target>...                 the libraries of the binary, an executorch_generated_lib among them
#     [INPUTS <file>...]               .npy files, one for each input; without any, inputs are ones
#     [OUTPUTS <file>...]              .npy files with the expected outputs, from the first on
#     [METHOD <method>]                the method to run, forward by default
#     [RTOL <number>] [ATOL <number>]  tolerances of the outputs, 1.3e-6 and 1e-5 by default
#   )
#
# Building the test proves that every call of every model has exactly one kernel among the registrations in DEPS, with the
# dtypes and dim orders of the call; if not, the build fails and names the call. Running it, with ctest, loads the models
# into the ExecuTorch runtime and runs them. INPUTS and OUTPUTS are for one model.
function(et_model_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;MODEL;METHOD;RTOL;ATOL" "MODELS;DEPS;INPUTS;OUTPUTS")
  _et_check_arguments(et_model_test NAME)
  _et_label(label ${arg_NAME})
  _et_absolute(models ${arg_MODELS} ${arg_MODEL})
  list(LENGTH models count)
  if(NOT count EQUAL 1 AND NOT "${arg_INPUTS}${arg_OUTPUTS}" STREQUAL "")
    _et_error("et_model_test ${arg_NAME}: INPUTS and OUTPUTS are those of one model")
  endif()
  if(NOT arg_METHOD)
    set(arg_METHOD forward)
  endif()
  set(flags --method ${arg_METHOD})
  foreach(flag IN ITEMS RTOL ATOL)
    string(TOLOWER --${flag} option)
    _et_repeat(flags ${option} ${arg_${flag}})
  endforeach()
  _et_absolute(files ${arg_INPUTS})
  _et_repeat(flags --input ${files})
  _et_absolute(files ${arg_OUTPUTS})
  _et_repeat(flags --expect ${files})

  add_executable(${arg_NAME})
  target_link_libraries(${arg_NAME} PRIVATE rules_executorch::model_runner ${arg_DEPS})
  _et_model_check(${arg_NAME}_check ${arg_NAME} LABEL "${label}" MODELS ${models})
  add_dependencies(${arg_NAME} ${arg_NAME}_check)
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} ${models} ${flags})
endfunction()
