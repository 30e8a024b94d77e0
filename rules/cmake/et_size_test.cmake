# Tests that a binary stays within a budget of bytes, by section and by operator.
#
#   et_size_test(
#     NAME <name>
#     DEPS <target>...            the registration libraries (executorch_generated_lib) of the binary
#     [BINARY <target>]           a binary that is linked with DEPS. By default it is a program that runs models. The
#                                 baseline is then the same program without kernels, and the test measures what the
#                                 kernels add to an app.
#     [BASELINE <target>]         the binary without kernels. If it is given, sizes are differences from it.
#     [BUDGET <bytes or file>]    the bytes of code and initialised data, or a file with the budget of each part
#     [LIMITS <part>=<bytes>...]  limits by part: total, text, data, bss, a section (.rodata) or an operator
#                                 (aten::add.out). All overloads of an operator share its source.
#     [TOLERANCE <tolerance>]     how far a budget may be exceeded: bytes, or percent such as "2%". A budget file has
#                                 its own tolerance.
#     [ARGS <flag>...]            more flags of `etgen size`, such as --nm=aarch64-linux-gnu-nm
#   )
#
# A failure shows what grew; ctest runs the test. `cmake --build <dir> --target <name>_update` writes the current
# sizes to the budget file; begin with an empty file.
#
# Sizes depend on the flags that the test is built with: always use the flags that you ship with. The test runs `etgen
# size`; tools/README.md describes the format of the file.
function(et_size_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;BINARY;BASELINE;BUDGET;TOLERANCE" "DEPS;LIMITS;ARGS")
  _et_check_arguments(et_size_test NAME DEPS)
  _et_label(label ${arg_NAME})
  if(NOT arg_BINARY)
    set(arg_BINARY ${arg_NAME}_binary)
    set(arg_BASELINE ${arg_NAME}_baseline)
    add_executable(${arg_BINARY})
    target_link_libraries(${arg_BINARY} PRIVATE rules_executorch::model_runner ${arg_DEPS})
    add_executable(${arg_BASELINE})
    target_link_libraries(${arg_BASELINE} PRIVATE rules_executorch::model_runner)
  endif()
  set(flags --label "${label}" --binary $<TARGET_FILE:${arg_BINARY}>)
  if(arg_BASELINE)
    list(APPEND flags --baseline $<TARGET_FILE:${arg_BASELINE}>)
  endif()
  foreach(dep IN LISTS arg_DEPS)
    _et_property(resolution ${dep} RESOLUTION)
    if(resolution)
      list(APPEND flags --resolution "${resolution}" --archive $<TARGET_FILE:${dep}_cc>)
    endif()
  endforeach()
  set(update)
  if(arg_BUDGET MATCHES "^[0-9]+$")
    list(APPEND arg_LIMITS total=${arg_BUDGET})
  elseif(arg_BUDGET)
    _et_absolute(file ${arg_BUDGET})
    list(APPEND flags --budget "${file}")
    set(update TRUE)
  endif()
  _et_repeat(flags --limit ${arg_LIMITS})
  _et_repeat(flags --tolerance ${arg_TOLERANCE})
  _et_python_command(python)
  set(command ${python} etgen size ${flags} ${arg_ARGS})
  add_test(NAME ${arg_NAME} COMMAND ${command})
  if(update)
    add_custom_target(${arg_NAME}_update COMMAND ${command} --update DEPENDS ${arg_BINARY} ${arg_BASELINE} VERBATIM)
  endif()
endfunction()
