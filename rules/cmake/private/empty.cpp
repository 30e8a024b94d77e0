// The source of a library that consists of other libraries: CMake requires one.
