# Yaml files that are given by their path, or as the target of a merge_yaml.

# The absolute path; nothing if nothing is given.
function(_et_yaml out yaml)
  if("${yaml}" STREQUAL "")
    set(${out} "" PARENT_SCOPE)
    return()
  endif()
  if(TARGET "${yaml}")
    get_target_property(path ${yaml} RULES_EXECUTORCH_YAML)
    if(NOT path)
      _et_error("${yaml} is a target that has no yaml file: give a merge_yaml, or a file")
    endif()
  else()
    _et_absolute(path "${yaml}")
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()
