# Static programs for Android: RULES_EXECUTORCH_ANDROID_ARCHIVES has the C++ library for the headers in the sysroot,
# and Clang's own runtime library, which are not in it.

include(${CMAKE_CURRENT_LIST_DIR}/../../cross/android/sysroot.cmake)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET ${CMAKE_CXX_COMPILER_TARGET})
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld -static -nodefaultlibs")
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "$ENV{RULES_EXECUTORCH_ANDROID_ARCHIVES} -lc -lm -ldl")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
