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
#
#   _et_linked_targets(<out> <binary> [EXCEPT_OF_KERNELS])   with the flag, dependencies of kernel libraries are left out
function(_et_linked_targets out binary)
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
    set(is_kernel_library)
    if(ARGN)
      _et_property(is_kernel_library ${target} DESCRIPTION)
    endif()
    if(NOT is_kernel_library)
      _et_directly_linked(libraries ${target})
      list(APPEND next ${libraries})
    endif()
  endwhile()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# What registers kernels or backends among targets: sets <out>_RESOLUTION and <out>_BACKENDS, which are files.
function(_et_registered out targets)
  foreach(kind IN ITEMS RESOLUTION BACKENDS)
    set(files)
    foreach(target IN LISTS targets)
      _et_property(file ${target} ${kind})
      list(APPEND files ${file})
    endforeach()
    set(${out}_${kind} "${files}" PARENT_SCOPE)
  endforeach()
endfunction()

# Runs at the end of the configure step.
function(_et_find_registered binary)
  _et_linked_targets(targets ${binary} EXCEPT_OF_KERNELS)
  _et_registered(linked "${targets}")
  # Kernel libraries usually depend on nothing that registers: that is found once for all binaries.
  foreach(target IN LISTS targets)
    _et_property(is_kernel_library ${target} DESCRIPTION)
    if(is_kernel_library)
      get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target} SET)
      if(NOT known)
        _et_linked_targets(below ${target})
        _et_registered(of_library "${below}")
        set_property(GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target} "${of_library_RESOLUTION}")
        set_property(GLOBAL PROPERTY RULES_EXECUTORCH_BACKENDS_${target} "${of_library_BACKENDS}")
      endif()
      get_property(resolutions GLOBAL PROPERTY RULES_EXECUTORCH_REGISTERED_${target})
      get_property(backends GLOBAL PROPERTY RULES_EXECUTORCH_BACKENDS_${target})
      list(APPEND linked_RESOLUTION ${resolutions})
      list(APPEND linked_BACKENDS ${backends})
    endif()
  endforeach()
  foreach(kind IN ITEMS RESOLUTION BACKENDS)
    list(REMOVE_DUPLICATES linked_${kind})
    list(SORT linked_${kind})
    set_property(TARGET ${binary} PROPERTY RULES_EXECUTORCH_LINKED_${kind} "${linked_${kind}}")
  endforeach()
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

# Defines the target `name`; `binary` is a target with the link dependencies of the binary. REGISTER_SOURCE is also written: a
# source that registers libraries with manual registration, for a test.
function(_et_model_check name binary)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL;REGISTER_SOURCE" "MODELS;BASELINE")
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
  set(register)
  _et_repeat(register --register-source ${arg_REGISTER_SOURCE})
  _et_run_on_binary(${name} check ${binary} BACKENDS
    FLAGS ${flags} --output "${proof}" ${register}
    INPUTS ${signatures} ${known} ${known_yamls}
    OUTPUTS "${proof}"
    BYPRODUCTS ${arg_REGISTER_SOURCE}
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
