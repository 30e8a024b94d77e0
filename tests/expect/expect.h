// EXPECT(condition) prints a condition that does not hold, with its line. `failures` counts those of a source
// file.
#pragma once

#include <cstdio>

static int failures = 0;

static void expect(bool holds, int line, const char* what) {
  if (!holds) {
    std::printf("line %d: %s\n", line, what);
    ++failures;
  }
}

#define EXPECT(...) expect((__VA_ARGS__), __LINE__, #__VA_ARGS__)
