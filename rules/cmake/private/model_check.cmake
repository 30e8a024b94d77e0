# Proves when it is built that a binary has the kernels of its models, and that models call nothing new.
#
# What a binary registers is known when all of the project is: every registration library gives those that are linked with
# it a link dependency on its resolution.json, which CMake passes on through libraries.

# An expression for the resolutions of all registrations that a binary is linked with, between other texts.
function(_et_resolutions out target before between)
  set(resolutions "$<REMOVE_DUPLICATES:$<FILTER:$<TARGET_PROPERTY:${target},LINK_DEPENDS>,INCLUDE,/resolution[.]json$>>")
  set(${out} "$<$<BOOL:${resolutions}>:${before}>$<JOIN:${resolutions},${between}>" PARENT_SCOPE)
endfunction()

# Makes the target `name`, which runs etgen on all resolutions of `binary` and writes `OUTPUTS`.
function(_et_run_on_binary name command binary)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "COMMENT" "FLAGS;INPUTS;OUTPUTS;BYPRODUCTS")
  set(params "${CMAKE_CURRENT_BINARY_DIR}/${name}.params")
  _et_resolutions(resolutions ${binary} "--resolution\n" "\n--resolution\n")
  list(JOIN arg_FLAGS "\n" flags)
  file(GENERATE OUTPUT "${params}" CONTENT "${resolutions}\n${flags}\n" TARGET ${binary})
  _et_resolutions(resolutions ${binary} "" "$<SEMICOLON>")
  _et_python_command(python)
  add_custom_command(
    OUTPUT ${arg_OUTPUTS}
    BYPRODUCTS ${arg_BYPRODUCTS}
    COMMAND ${python} -m etgen ${command} "@${params}"
    COMMAND "${CMAKE_COMMAND}" -E touch ${arg_OUTPUTS}
    DEPENDS "${params}" ${arg_INPUTS} "${resolutions}"
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "${arg_COMMENT}"
    VERBATIM)
  add_custom_target(${name} DEPENDS ${arg_OUTPUTS})
endfunction()

# Makes the target `name`; `binary` is a target that is linked as the binary is.
function(_et_model_check name binary)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL" "MODELS;BASELINE")
  set(proof "${CMAKE_CURRENT_BINARY_DIR}/${name}.txt")
  _et_absolute(models ${arg_MODELS})
  _et_baseline(baseline ${arg_BASELINE})
  set(flags)
  _et_relative(paths ${models})
  _et_repeat(flags --model ${paths})
  _et_relative(paths ${baseline})
  _et_repeat(flags --baseline ${paths})
  _et_known_libraries(known known_yamls)
  _et_repeat(flags --known-library ${known})
  _et_run_on_binary(${name} check ${binary}
    FLAGS ${flags} --output "${proof}"
    INPUTS ${models} ${baseline} ${known} ${known_yamls}
    OUTPUTS "${proof}"
    COMMENT "etgen check: ${arg_LABEL}")
endfunction()

# Models, yaml files and selections, as files.
function(_et_baseline out)
  set(result)
  foreach(item IN LISTS ARGN)
    _et_property(selection ${item} SELECTION)
    if(NOT selection)
      _et_absolute(selection "${item}")
    endif()
    list(APPEND result "${selection}")
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# An executable that nobody builds, linked as a binary with these libraries is.
function(_et_stand_in name)
  add_executable(${name} EXCLUDE_FROM_ALL)
  target_link_libraries(${name} PRIVATE rules_executorch_model_runner ${ARGN})
endfunction()
