# Links libraries of registrations so that no linker drops them: the one place that knows how.
#
# Nothing in an app refers to a registration; a linker that takes from a library what is asked for takes none. CMake knows
# for most platforms how to say "all of it". Should another setting undo that, the anchor of the library
# (registration.cmake), an object that refers to the registration, has the linker find it, or fail if it is gone.

# For systems without an operating system CMake does not know, but the linker is GNU's or LLVM's.
if(NOT CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED AND NOT CMAKE_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED
   AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE "LINKER:--push-state,--whole-archive" "<LINK_ITEM>" "LINKER:--pop-state"
    CACHE INTERNAL "")
  set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED TRUE CACHE INTERNAL "")
endif()

# Has whoever links a shared library load it, though nothing refers to it.
function(_et_keep_shared target)
  if(NOT WIN32 AND NOT APPLE)
    target_link_options(${target} INTERFACE "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:${target}>,--pop-state")
  endif()
endfunction()

# Has whoever links `target` link all of the static library `archive`.
function(_et_link_whole target archive)
  target_link_libraries(${target} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>")
endfunction()

# Has whoever links `target` link `library`, a target, as a whole: all of a static library's objects, and a shared library
# though nothing refers to it.
#
# The library may be linked elsewhere in the binary, and without a promise to keep it, which is why this is no LINK_LIBRARY
# feature: CMake refuses one library with two. Options come before all libraries, so that an archive is linked whole before
# anything else is taken from it.
function(_et_link_kept target library)
  target_link_libraries(${target} INTERFACE ${library})
  get_target_property(type ${library} TYPE)
  get_target_property(options ${library} INTERFACE_LINK_OPTIONS)
  get_target_property(location ${library} IMPORTED_LOCATION)
  set(file "$<TARGET_FILE:${library}>")
  if(options MATCHES "whole-archive|force_load|WHOLEARCHIVE")
    return() # ExecuTorch's own targets see to it themselves.
  elseif(type STREQUAL OBJECT_LIBRARY)
    target_sources(${target} INTERFACE "$<TARGET_OBJECTS:${library}>")
  elseif(type STREQUAL STATIC_LIBRARY OR (type STREQUAL UNKNOWN_LIBRARY AND location MATCHES "\\.(a|lib)$"))
    if(MSVC)
      target_link_options(${target} INTERFACE "LINKER:/WHOLEARCHIVE:${file}")
    elseif(APPLE)
      target_link_options(${target} INTERFACE "LINKER:-force_load,${file}")
    else()
      target_link_options(${target} INTERFACE "LINKER:--push-state,--whole-archive,${file},--pop-state")
    endif()
  elseif(NOT type STREQUAL INTERFACE_LIBRARY AND NOT WIN32 AND NOT APPLE)
    target_link_options(${target} INTERFACE "LINKER:--push-state,--no-as-needed,${file},--pop-state")
  endif()
endfunction()
