# Makes `cmake --install` write the contents of an AAR with shared libraries, in the layout that Android's prefab
# reads.
#
#   et_install_prefab(
#     NAME <name>            the name of the package for find_package in the app's CMakeLists.txt
#     VERSION <version>      such as 1.2.3
#     LIBRARIES <target>...  et_shared_libraries
#   )
#
#   cmake --install build --prefix aar && cd aar && zip -r ../<name>.aar .
#
# Build each ABI separately and install all of them into one prefix. Requires the NDK's toolchain file and
# ANDROID_STL=c++_shared, because an app must contain only one C++ standard library.
function(et_install_prefab)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;VERSION" "LIBRARIES")
  _et_check_arguments(et_install_prefab NAME VERSION LIBRARIES)
  set(what "et_install_prefab ${arg_NAME}")
  if(NOT CMAKE_SYSTEM_NAME STREQUAL Android)
    _et_error("${what}: this build is for ${CMAKE_SYSTEM_NAME}: configure with the toolchain file of the NDK")
  endif()
  if(NOT ANDROID_STL STREQUAL "c++_shared")
    _et_error("${what}: ANDROID_STL=${ANDROID_STL}: each library would have its own C++ standard library; configure with -DANDROID_STL=c++_shared")
  endif()
  if(NOT arg_VERSION MATCHES "^[0-9]+([.][0-9]+)*$")
    _et_error("${what}: VERSION ${arg_VERSION}: use numbers and dots, such as 1.2.3")
  endif()
  foreach(variable IN ITEMS ANDROID_ABI ANDROID_PLATFORM_LEVEL ANDROID_NDK_MAJOR)
    if("${${variable}}" STREQUAL "")
      _et_error("${what}: ${variable} is not set: the toolchain file of the NDK sets it")
    endif()
  endforeach()
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_prefab")
  _et_write_if_changed("${made}/AndroidManifest.xml"
    "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"prefab.${arg_NAME}\" android:versionName=\"${arg_VERSION}\"/>\n")
  _et_write_if_changed("${made}/prefab.json"
    "{\"schema_version\": 2, \"name\": \"${arg_NAME}\", \"version\": \"${arg_VERSION}\", \"dependencies\": []}\n")
  _et_write_if_changed("${made}/module.json" "{\"export_libraries\": []}\n")
  _et_write_if_changed("${made}/abi.json"
    "{\"abi\": \"${ANDROID_ABI}\", \"api\": ${ANDROID_PLATFORM_LEVEL}, \"ndk\": ${ANDROID_NDK_MAJOR}, \"stl\": \"c++_shared\", \"static\": false}\n")
  install(FILES "${made}/AndroidManifest.xml" DESTINATION .)
  install(FILES "${made}/prefab.json" DESTINATION prefab)
  foreach(library IN LISTS arg_LIBRARIES)
    set(module "prefab/modules/${library}")
    install(FILES "${made}/module.json" DESTINATION "${module}")
    install(FILES "${made}/abi.json" DESTINATION "${module}/libs/android.${ANDROID_ABI}")
    install(TARGETS ${library} LIBRARY DESTINATION "${module}/libs/android.${ANDROID_ABI}")
    get_target_property(linked ${library} INTERFACE_LINK_LIBRARIES)
    list(REMOVE_ITEM linked rules_executorch_runtime)
    foreach(headers IN LISTS linked)
      get_target_property(directories ${headers} INTERFACE_INCLUDE_DIRECTORIES)
      list(GET directories 0 generated)
      install(DIRECTORY "${generated}/" DESTINATION "${module}/include"
        FILES_MATCHING REGEX "/register_[^/]*_kernels\\.h$" REGEX "/kernels$" EXCLUDE)
    endforeach()
  endforeach()
endfunction()
