// The source of a library that consists of others: CMake wants one.
