# Runs the generator, etgen, when CMake runs.
#
# What is generated decides which sources there are, and CMake has to know those; so selecting, resolving and generating
# happen when it runs. Their inputs are inputs of the build system: when one changes, the build runs CMake again.

# Has the build run CMake again when a file changes.
function(_et_configure_depends)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
endfunction()

# Writes a file unless it has the text already.
function(_et_write_if_changed path text)
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT EXISTS "${path}" OR NOT old STREQUAL text)
    file(WRITE "${path}" "${text}")
  endif()
endfunction()

# Runs one command of etgen, unless it ran with the same flags and inputs before.
#
#   _et_run(select STAMP FILE FLAGS <flag or value>... INPUTS <file>... [HOW OUT])
#
# STAMP is made when the command is done, the flags are beside it. HOW receives the command line.
function(_et_run command)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "STAMP;HOW" "FLAGS;INPUTS")
  _et_python_command(python)
  file(GLOB tools LIST_DIRECTORIES false "${RULES_EXECUTORCH_ROOT}/tools/etgen/*.py" "${RULES_EXECUTORCH_ROOT}/tools/etgen/templates/*"
    "${RULES_EXECUTORCH_ROOT}/tools/etgen/data/*")
  _et_configure_depends(${arg_INPUTS} ${tools})
  set(params "${arg_STAMP}.params")
  list(JOIN arg_FLAGS "\n" flags)
  _et_write_if_changed("${params}" "${flags}\n")
  set(line ${python} -m etgen ${command} "@${params}")
  if(arg_HOW)
    set(${arg_HOW} "${line}" PARENT_SCOPE)
  endif()
  set(fresh TRUE)
  foreach(input IN LISTS arg_INPUTS tools ITEMS "${params}")
    if(NOT EXISTS "${arg_STAMP}" OR NOT EXISTS "${input}" OR "${input}" IS_NEWER_THAN "${arg_STAMP}")
      set(fresh FALSE)
      break()
    endif()
  endforeach()
  if(fresh)
    return()
  endif()
  execute_process(COMMAND ${line} WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}" RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    file(REMOVE "${arg_STAMP}")
    _et_error("etgen ${command} failed, see above")
  endif()
  file(TOUCH "${arg_STAMP}")
endfunction()

# flag, value, flag, value … of one flag that repeats.
function(_et_repeat out flag)
  set(result "${${out}}")
  foreach(value IN LISTS ARGN)
    list(APPEND result "${flag}" "${value}")
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()
