# Work that is done after all targets of the project are declared.

# All targets of a directory and its subdirectories, or of the project.
function(_et_all_targets out)
  set(directories ${ARGN})
  if(NOT directories)
    set(directories "${CMAKE_SOURCE_DIR}")
  endif()
  set(result)
  while(directories)
    list(POP_FRONT directories directory)
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    list(APPEND result ${targets})
    list(APPEND directories ${below})
  endwhile()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# Runs after the last line of the top-level CMakeLists.txt.
function(_et_finish_project)
  _et_find_torch_where_linked()
endfunction()

cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _et_finish_project)
