# Tests that each model loads and runs with the kernels of a binary.
#
#   et_model_test(
#     NAME <name>
#     [MODEL <file>]          a .pte
#     [MODELS <file>...]      more .pte files. With more than one model, INPUTS and OUTPUTS must be empty.
#     [DEPS <target>...]      the libraries of the binary: an executorch_generated_lib, and an et_backend_library for
#                             models that delegate
#     [INPUTS <file>...]      .npy files: one array for each input of the method, or for each input that is a tensor.
#                             By default, tensors are filled with ones. tools/model_runner/README.md describes the
#                             files.
#     [OUTPUTS <file>...]     .npy files: the expected outputs, all or the first few
#     [METHOD <method>]       the method to run. By default "forward", or for a bundled program (.bpte) all methods
#                             that it has inputs for. May be repeated, each followed by its own INPUTS and OUTPUTS.
#     [RTOL <number>]         relative tolerance of the outputs; the default depends on the dtype, "1e-4" for Float
#     [ATOL <number>]         absolute tolerance of the outputs; by default RTOL times the largest expected element
#     [DATA_FILES <file>...]  .ptd files, with weights that are stored outside of the programs
#   )
#
# Building the test proves that every call of every model has exactly one kernel among the registrations in DEPS, with
# the dtypes and dim orders of the call, and every delegate exactly one backend; otherwise the build fails and names
# the call. Libraries with manual registration are registered before anything runs. Running the test, with ctest,
# loads the models into the ExecuTorch runtime and runs them; for a Cortex-M, in QEMU: see docs/howto/cortex_m.md.
function(et_model_test)
  # Each METHOD but a single one begins a run of its own. What is said once, such as NAME, may stand in any of them.
  set(last 0)
  set(run_0)
  foreach(argument IN LISTS ARGN)
    if(argument STREQUAL METHOD)
      math(EXPR last "${last} + 1")
    endif()
    list(APPEND run_${last} "${argument}")
  endforeach()
  if(last EQUAL 1)
    list(APPEND run_0 ${run_1})
    set(last 0)
  endif()
  set(flags)
  foreach(i RANGE ${last})
    cmake_parse_arguments(run "" "NAME;MODEL;METHOD;RTOL;ATOL" "MODELS;DEPS;INPUTS;OUTPUTS;DATA_FILES" ${run_${i}})
    foreach(keyword IN ITEMS UNPARSED_ARGUMENTS NAME MODEL RTOL ATOL MODELS DEPS DATA_FILES)
      list(APPEND arg_${keyword} ${run_${keyword}})
    endforeach()
    _et_repeat(flags --method ${run_METHOD})
    _et_absolute(inputs ${run_INPUTS})
    _et_repeat(flags --input ${inputs})
    _et_absolute(outputs ${run_OUTPUTS})
    _et_repeat(flags --expect ${outputs})
  endforeach()
  _et_check_arguments(et_model_test NAME)
  _et_label(label ${arg_NAME})
  _et_absolute(models ${arg_MODELS} ${arg_MODEL})
  list(LENGTH models count)
  if(NOT count EQUAL 1 AND flags MATCHES "--(input|expect)")
    _et_error("et_model_test ${arg_NAME}: INPUTS and OUTPUTS are only for a test of one model")
  endif()
  foreach(flag IN ITEMS RTOL ATOL)
    string(TOLOWER --${flag} option)
    _et_repeat(flags ${option} ${arg_${flag}})
  endforeach()
  _et_absolute(files ${arg_DATA_FILES})
  _et_repeat(flags --data ${files})

  set(register "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_register.cpp")
  add_executable(${arg_NAME} "${register}")
  target_compile_features(${arg_NAME} PRIVATE cxx_std_17)
  target_link_libraries(${arg_NAME} PRIVATE rules_executorch::model_runner ${arg_DEPS})
  get_property(emulator GLOBAL PROPERTY RULES_EXECUTORCH_EMULATOR)
  if(emulator)
    set_property(TARGET ${arg_NAME} PROPERTY CROSSCOMPILING_EMULATOR "${emulator}")
  endif()
  _et_model_check(${arg_NAME}_check ${arg_NAME} LABEL "${label}" REGISTER_SOURCE "${register}" MODELS ${models})
  add_dependencies(${arg_NAME} ${arg_NAME}_check)
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} ${models} ${flags})
endfunction()
