// The number π.
#pragma once

namespace etk {

constexpr double kPi = 3.14159265358979323846;

}  // namespace etk
