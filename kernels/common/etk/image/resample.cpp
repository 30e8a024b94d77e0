#include "etk/image/resample.h"
#include "etk/base/copy.h"

#include <cmath>

namespace etk {
namespace {

// The taps of a dimension, in chunks.
class Line {
 public:
  Line(const Scaling& scaling, Filter filter, ScalarType dtype)
      : taps(scaling, filter),
        compute_(compute_of(dtype)),
        bits_(compute_ == Compute::kInt ? taps.bits() : 0) {}

  // The weights of n taps, in the compute type.
  const void* weights(int64_t first, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      const double weight = taps.weight(first + static_cast<int64_t>(i));
      if (compute_ == Compute::kInt) {
        reinterpret_cast<int64_t*>(chunk_.bytes)[i] = std::llround(std::ldexp(weight, bits_));
      } else if (compute_ == Compute::kFloat) {
        reinterpret_cast<float*>(chunk_.bytes)[i] = static_cast<float>(weight);
      } else {
        reinterpret_cast<double*>(chunk_.bytes)[i] = weight;
      }
    }
    return chunk_.bytes;
  }

  // Rounds a weighted sum of bytes to a byte.
  void finish(void* total) const {
    if (compute_ == Compute::kInt) {
      int64_t& sum = *static_cast<int64_t*>(total);
      sum = bits_ > 0 ? (sum + (int64_t{1} << (bits_ - 1))) >> bits_ : sum;
      sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
  }

  Taps taps;

 private:
  const Compute compute_;
  const int bits_;
  ChunkBuffer chunk_;
};

}  // namespace

std::optional<Resize> Resize::read(
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> size,
    std::optional<ArrayRef<double>> factors,
    bool align_corners) {
  if (size.has_value() == factors.has_value() || self.dim() != 4) {
    return std::nullopt;
  }
  if (size) {
    return read(self, *size, std::nullopt, std::nullopt, align_corners);
  }
  if (factors->size() != 2) {
    return std::nullopt;
  }
  int64_t scaled[2];
  for (size_t d = 0; d < 2; ++d) {
    scaled[d] = index_in(static_cast<double>(self.size(d + 2)) * (*factors)[d], 0, int64_t{1} << 32);
  }
  return read(self, ArrayRef<int64_t>(scaled, 2), (*factors)[0], (*factors)[1], align_corners);
}

std::optional<Resize> Resize::read(
    const Tensor& self,
    ArrayRef<int64_t> size,
    std::optional<double> height_scale,
    std::optional<double> width_scale,
    bool align_corners) {
  if (self.dim() != 4 || size.size() != 2) {
    return std::nullopt;
  }
  // PyTorch has two implementations, which differ for ratios of 1 and 2, and chooses one in this way.
  const auto order = self.dim_order();
  const bool is_channels_last = order[1] == 2 && order[3] == 1;
  const bool keeps_ratio = size[0] + size[1] <= 128 || (is_channels_last && self.size(1) > 3);
  const Resize resize = {
      {self.size(2), size[0], align_corners, height_scale, keeps_ratio},
      {self.size(3), size[1], align_corners, width_scale, keeps_ratio}};
  bool fits = self.size(1) > 0;
  for (const Scaling* scaling : {&resize.height, &resize.width}) {
    fits = fits && scaling->input > 0 && scaling->out > 0 && is_size(scaling->out);
  }
  return fits ? std::optional<Resize>(resize) : std::nullopt;
}

Shape Resize::shape_of(const Tensor& self) const {
  Shape shape(self);
  shape.sizes[2] = static_cast<executorch::aten::SizesType>(height.out);
  shape.sizes[3] = static_cast<executorch::aten::SizesType>(width.out);
  return shape;
}

void resample_nearest(Context& ctx, const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  ETK_REQUIRE(ctx, sizes && out.scalar_type() == self.scalar_type(), );
  ETK_REQUIRE(ctx, is_floating(self.scalar_type()) || self.scalar_type() == ScalarType::Byte, );
  if (!resize(ctx, out, sizes->shape_of(self))) {
    return;
  }
  // All channels and batch elements of a pixel have the same distance to their input pixel.
  const View from(self), to(out);
  for (int64_t y = 0; y < sizes->height.out; ++y) {
    for (int64_t x = 0; x < sizes->width.out; ++x) {
      View pixels = from, places = to;
      pixels.slice(2, sizes->height.nearest(y), 1);
      pixels.slice(3, sizes->width.nearest(x), 1);
      places.slice(2, y, 1);
      places.slice(3, x, 1);
      copy(pixels, places);
    }
  }
}

void resample_linear(
    Context& ctx,
    const Instances<DotFunction>& instances,
    const Tensor& self,
    const std::optional<Resize>& sizes,
    Filter filter,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const DotFunction add_dot = instances.find(dtype);
  ETK_REQUIRE(ctx, add_dot && sizes && out.scalar_type() == dtype, );
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Byte, );
  if (!resize(ctx, out, sizes->shape_of(self))) {
    return;
  }
  const View from(self), to(out);
  Line rows(sizes->height, filter, dtype), columns(sizes->width, filter, dtype);
  Taps& ys = rows.taps;
  Taps& xs = columns.taps;
  for (int64_t plane = 0; plane < to.sizes[0] * to.sizes[1]; ++plane) {
    const int64_t batch = plane / to.sizes[1], channel = plane % to.sizes[1];
    const char* image = from.data + batch * from.strides[0] + channel * from.strides[1];
    char* at = to.data + batch * to.strides[0] + channel * to.strides[1];
    for (int64_t y = 0; y < sizes->height.out; ++y) {
      ys.move(y);
      for (int64_t x = 0; x < sizes->width.out; ++x) {
        xs.move(x);
        alignas(int64_t) unsigned char total[sizeof(int64_t)] = {};
        for (int64_t row = 0; row < ys.count(); ++row) {
          alignas(int64_t) unsigned char part[sizeof(int64_t)] = {};
          for (int64_t tap = 0; tap < xs.count(); tap += kChunk) {
            const size_t n = chunk_of(static_cast<size_t>(xs.count() - tap));
            const char* pixels = image + ys.index(row) * from.strides[2] + xs.index(tap) * from.strides[3];
            ChunkBuffer values;
            load(dtype, pixels, (xs.index(1) - xs.index(0)) * from.strides[3], n, values.bytes);
            add_dot(values.bytes, columns.weights(tap, n), n, part);
          }
          columns.finish(part);
          add_dot(part, rows.weights(row, 1), 1, total);
        }
        rows.finish(total);
        store(dtype, total, 1, at + y * to.strides[2] + x * to.strides[3], 0);
      }
    }
  }
}

}  // namespace etk
