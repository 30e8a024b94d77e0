// How much of the stack has been used, in bytes, and how much there is.

#pragma once

#include <cstddef>

size_t stack_used();
size_t stack_size();
