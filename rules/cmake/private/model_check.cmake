# Proves at build time that a binary has the kernels and backends of its models, and that models need nothing new.
# The registrations of a binary are known at the end of the configure step. Then its link dependencies are followed; each
# registration library adds its resolution.json, each backend library its description.

# The direct link libraries of a target; those in a generator expression are included regardless of its condition.
function(_et_directly_linked out target)
  get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_LINKED_${target} SET)
  if(NOT known)
    set(targets)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    get_target_property(interface ${target} INTERFACE_LINK_LIBRARIES)
    string(REGEX MATCHALL "[A-Za-z0-9_.+:/-]+" names "${libraries} ${interface}")
    foreach(name IN LISTS names)
      # In a generator expression, a name may follow the colon of `$<LINK_ONLY:`.
      string(REGEX REPLACE "^[A-Z_]+:" "" name "${name}")
      if(TARGET "${name}")
        list(APPEND targets ${name})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES targets)
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_LINKED_${target} "${targets}")
  endif()
  get_property(targets GLOBAL PROPERTY RULES_EXECUTORCH_LINKED_${target})
  set(${out} "${targets}" PARENT_SCOPE)
endfunction()

# The transitive closure of the link dependencies of `binary`, including itself.
function(_et_linked_targets out binary)
  set(found)
  set(next ${binary})
  while(next)
    list(POP_FRONT next target)
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    if(NOT target IN_LIST found)
      list(APPEND found ${target})
      _et_directly_linked(libraries ${target})
      list(APPEND next ${libraries})
    endif()
  endwhile()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# The resolutions and backends of the link dependencies of `binary`: sets <out>_RESOLUTION and <out>_BACKENDS. Those of a kernel
# library, which usually has none, are found once for all binaries.
function(_et_registered out binary)
  set(resolutions)
  set(backends)
  set(found)
  set(next ${binary})
  while(next)
    list(POP_FRONT next target)
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    if(target IN_LIST found)
      continue()
    endif()
    list(APPEND found ${target})
    _et_property(is_kernel_library ${target} DESCRIPTION)
    if(is_kernel_library AND NOT target STREQUAL binary)
      get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target} SET)
      if(NOT known)
        _et_linked_targets(targets ${target})
        set(registered)
        foreach(linked IN LISTS targets)
          _et_property(resolution ${linked} RESOLUTION)
          _et_property(backend ${linked} BACKENDS)
          if(resolution OR backend)
            list(APPEND registered ${linked})
          endif()
        endforeach()
        set_property(GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target} "${registered}")
      endif()
      get_property(libraries GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target})
    else()
      _et_property(resolution ${target} RESOLUTION)
      list(APPEND resolutions ${resolution})
      _et_property(backend ${target} BACKENDS)
      list(APPEND backends ${backend})
      _et_directly_linked(libraries ${target})
    endif()
    list(APPEND next ${libraries})
  endwhile()
  list(SORT resolutions)
  list(SORT backends)
  set(${out}_RESOLUTION "${resolutions}" PARENT_SCOPE)
  set(${out}_BACKENDS "${backends}" PARENT_SCOPE)
endfunction()

# Runs at the end of the configure step.
function(_et_find_registered binary)
  _et_registered(linked ${binary})
  set_target_properties(${binary} PROPERTIES
    RULES_EXECUTORCH_LINKED_RESOLUTION "${linked_RESOLUTION}"
    RULES_EXECUTORCH_LINKED_BACKENDS "${linked_BACKENDS}")
endfunction()

# Defines the target `name`, which runs etgen on all resolutions of `binary`, with BACKENDS also on its backend libraries, and
# writes `OUTPUTS`.
function(_et_run_on_binary name command binary)
  cmake_parse_arguments(PARSE_ARGV 3 arg "BACKENDS" "COMMENT" "FLAGS;INPUTS;OUTPUTS;BYPRODUCTS")
  set(params "${CMAKE_CURRENT_BINARY_DIR}/${name}.params")
  set(resolutions "$<TARGET_PROPERTY:${binary},RULES_EXECUTORCH_LINKED_RESOLUTION>")
  set(backends)
  if(arg_BACKENDS)
    set(backends "$<TARGET_PROPERTY:${binary},RULES_EXECUTORCH_LINKED_BACKENDS>")
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL _et_find_registered [[${binary}]])")
  list(JOIN arg_FLAGS "\n" flags)
  file(GENERATE OUTPUT "${params}"
    CONTENT "$<$<BOOL:${resolutions}>:--resolution\n$<JOIN:${resolutions},\n--resolution\n>\n>$<$<BOOL:${backends}>:--backend-library\n$<JOIN:${backends},\n--backend-library\n>\n>${flags}\n")
  _et_python_command(python)
  add_custom_command(
    OUTPUT ${arg_OUTPUTS}
    BYPRODUCTS ${arg_BYPRODUCTS}
    COMMAND ${python} etgen ${command} "@${params}"
    COMMAND "${CMAKE_COMMAND}" -E touch ${arg_OUTPUTS}
    DEPENDS "${params}" ${arg_INPUTS} "${resolutions}" ${backends}
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "${arg_COMMENT}"
    VERBATIM)
  add_custom_target(${name} DEPENDS ${arg_OUTPUTS})
  _et_generated(${name})
endfunction()

# Defines the target `name`; `binary` is a target with the link dependencies of the binary.
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
  set(signatures)
  foreach(file IN LISTS models baseline)
    _et_signature(signature "${arg_LABEL}" "${file}")
    list(APPEND signatures "${signature}")
  endforeach()
  _et_known_libraries(known known_yamls)
  _et_repeat(flags --known-library ${known})
  get_property(known_backends GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_BACKENDS)
  _et_repeat(flags --known-backend ${known_backends})
  _et_run_on_binary(${name} check ${binary} BACKENDS
    FLAGS ${flags} --output "${proof}"
    INPUTS ${signatures} ${known} ${known_yamls}
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

# An executable that is never built, with the link dependencies of a binary with these libraries.
function(_et_stand_in name)
  add_executable(${name} EXCLUDE_FROM_ALL)
  target_link_libraries(${name} PRIVATE rules_executorch_model_runner ${ARGN})
endfunction()
