#include "etk/image/taps.h"

#include <cmath>

namespace etk {

int64_t index_in(double x, int64_t low, int64_t high) {
  return x > static_cast<double>(low) ? (x < static_cast<double>(high) ? static_cast<int64_t>(x) : high)
                                      : low;
}

double Scaling::step() const {
  if (align_corners) {
    return out > 1 ? static_cast<double>(input - 1) / static_cast<double>(out - 1) : 0;
  }
  return scale && *scale > 0 ? 1 / *scale : static_cast<double>(input) / static_cast<double>(out);
}

int64_t Scaling::nearest(int64_t at) const {
  if (out == input && keeps_ratio) {
    return at;
  }
  if (out == 2 * input && keeps_ratio) {
    return at / 2;
  }
  const float place = static_cast<float>(at) * static_cast<float>(step());
  return index_in(static_cast<double>(place), 0, input - 1);
}

Taps::Taps(const Scaling& scaling, Filter filter)
    : scaling_(scaling), filter_(filter), step_(scaling.step()) {}

void Taps::move(int64_t at) {
  const auto place = static_cast<double>(at);
  const bool antialias = filter_ != Filter::kLinear;
  if (antialias && scaling_.out == scaling_.input) {
    center_ = place + 0.5;
    span_ = {at, 1, 1};
    return;
  }
  if (antialias) {
    const double radius = (step_ > 1 ? step_ : 1) * (filter_ == Filter::kCubic ? 2 : 1);
    center_ = step_ * (place + 0.5);
    span_.first = index_in(center_ - radius + 0.5, 0, scaling_.input);
    span_.count = index_in(center_ + radius + 0.5, span_.first, scaling_.input) - span_.first;
    total_ = 1;
    double total = 0;
    for (int64_t tap = 0; tap < span_.count; ++tap) {
      total += weight(tap);
    }
    total_ = total != 0 ? total : 1;
    return;
  }
  center_ = scaling_.align_corners ? step_ * place : step_ * (place + 0.5) - 0.5;
  if (scaling_.out == scaling_.input) {
    center_ = place;
  }
  center_ = center_ > 0 ? center_ : 0;
  const int64_t last = scaling_.input - 1;
  span_.first = index_in(center_, 0, last);
  span_.count = 2;
  span_.step = span_.first < last && scaling_.out != scaling_.input;
}

// The kernel of cubic convolution at a distance.
static double cubic(double d) {
  return d < 1 ? (1.5 * d - 2.5) * d * d + 1 : d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0;
}

double Taps::weight(int64_t tap) const {
  if (filter_ != Filter::kLinear) {
    const double inverse = step_ > 1 ? 1 / step_ : 1;
    const double distance = std::fabs(static_cast<double>(index(tap)) - center_ + 0.5) * inverse;
    if (filter_ == Filter::kCubic) {
      return cubic(distance) / total_;
    }
    return distance < 1 ? (1 - distance) / total_ : 0;
  }
  const double beyond = center_ - static_cast<double>(span_.first);
  const double second = beyond < 1 ? beyond : 1;
  return tap == 0 ? 1 - second : second;
}

// The number of fractional bits with which the largest weight still fits 16 bits.
int Taps::bits() const {
  Taps taps(scaling_, filter_);
  double largest = 0;
  for (int64_t at = 0; at < scaling_.out; ++at) {
    taps.move(at);
    for (int64_t tap = 0; tap < taps.count(); ++tap) {
      largest = std::fmax(largest, taps.weight(tap));
    }
  }
  int bits = 0;
  while (bits < 22 && std::ldexp(largest, bits + 1) + 0.5 < 32768) {
    ++bits;
  }
  return bits;
}

}  // namespace etk
