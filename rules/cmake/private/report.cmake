# Defines <name>_report, which runs `etgen report` for a registration library and writes <binary dir>/<name>/report.html,
# report.md and report.json.
#
#   _et_report(<name> <directory> <resolution> <dep>...)
function(_et_report name directory resolution)
  set(flags --resolution "${resolution}" --archive $<TARGET_FILE:${name}_cc>)
  set(models)
  foreach(dep IN LISTS ARGN)
    _et_property(of_dep ${dep} MODELS)
    list(APPEND models ${of_dep})
  endforeach()
  list(REMOVE_DUPLICATES models)
  _et_relative(paths ${models})
  _et_repeat(flags --model ${paths})
  if(CMAKE_NM)
    list(APPEND flags --nm "${CMAKE_NM}")
  endif()
  set(report "${directory}/report")
  _et_python_command(python)
  # It depends on the linked library, so it always runs: it is fast, and does not rewrite unchanged files.
  add_custom_target(${name}_report
    COMMAND ${python} etgen report ${flags}
      --html "${report}.html" --markdown "${report}.md" --data "${report}.json"
    BYPRODUCTS "${report}.html" "${report}.md" "${report}.json"
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "etgen report: ${report}.html"
    VERBATIM)
  add_dependencies(${name}_report ${name}_cc)
endfunction()
