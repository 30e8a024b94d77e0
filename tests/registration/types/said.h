// What the last kernel was called with.
#pragma once

#include <string>

extern std::string said;
