# Tests each kernel of a registration library for wrong results, invalid calls, memory errors, crashes and endless
# loops.
#
#   et_kernel_test(
#     NAME <name>
#     [FUNCTIONS_YAML <yaml>]   a yaml file with the ATen operators to test
#     [CUSTOM_OPS_YAML <yaml>]  a yaml file with other operators to test
#     DEPS <target>...          the libraries of the program, including an executorch_generated_lib
#     [REFERENCE <file>]        a Python file that imports only the standard library
#     [SAMPLES <file>...]       files of recorded samples, to replay instead of drawing calls
#     [OPS <operator>...]       operators to test; by default all operators in the yaml files, or all with samples
#     [DTYPES <dtype>...]       the dtypes that each kernel must support, such as Float; by default all dtypes are
#                               tried, and a kernel may refuse some of them
#     [MOST <n>]                the number of calls to draw for each operator and dtype
#     [SEED <n>]                the seed of the random numbers
#     [RTOL <number>]           relative tolerance of floating-point results; the default depends on the dtype
#     [ATOL <number>]           absolute tolerance; set both tolerances or none
#     [ARGS <flag>...]          more flags of `python -m kernel_testing`
#   )
#
# Kernels are called through the runtime's registry, in a separate process. Expected results come from a Python file
# with functions named after operators, for which calls are drawn from the operators' schemas, or from samples that
# were recorded with PyTorch. Neither needs PyTorch when the test runs.
#
# The rule also defines <name>_host, the program that calls the kernels. The log of a failed test contains a command
# that repeats a single call. kernels/testing/README.md explains how to record samples.
function(et_kernel_test)
  set(keywords NAME FUNCTIONS_YAML CUSTOM_OPS_YAML REFERENCE MOST SEED RTOL ATOL)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${keywords}" "DEPS;SAMPLES;OPS;DTYPES;ARGS")
  _et_check_arguments(et_kernel_test NAME DEPS)
  set(flags)
  foreach(keyword IN ITEMS FUNCTIONS_YAML CUSTOM_OPS_YAML REFERENCE SAMPLES)
    string(TOLOWER --${keyword} flag)
    string(REPLACE _ - flag "${flag}")
    set(files)
    foreach(file IN LISTS arg_${keyword})
      _et_yaml(file "${file}")
      list(APPEND files "${file}")
    endforeach()
    _et_repeat(flags ${flag} ${files})
  endforeach()
  _et_repeat(flags --op ${arg_OPS})
  foreach(keyword IN ITEMS MOST SEED RTOL ATOL)
    string(TOLOWER --${keyword} flag)
    _et_repeat(flags ${flag} ${arg_${keyword}})
  endforeach()
  if(arg_DTYPES)
    list(JOIN arg_DTYPES "," dtypes)
    list(APPEND flags --dtypes ${dtypes})
  endif()
  set(testing "${RULES_EXECUTORCH_ROOT}/kernels/testing")
  add_executable(${arg_NAME}_host "${testing}/kernel_host.cpp" "${testing}/call.cpp")
  target_link_libraries(${arg_NAME}_host PRIVATE ${arg_DEPS} rules_executorch_runtime ${CMAKE_DL_LIBS})
  _et_python_command(python)
  add_test(NAME ${arg_NAME}
    COMMAND ${python} kernel_testing --host $<TARGET_FILE:${arg_NAME}_host> --no-torch ${arg_ARGS} ${flags})
endfunction()
