#include "vec/convolution/convolution.h"

#include "vec/base/parallel.h"
#include "vec/convolution/padded_image.h"
#include "vec/convolution/patches.h"
#include "vec/convolution/winograd.h"
#include "vec/product/gemm.h"

namespace etk::vec {
namespace {

bool is_pointwise(const Window& window) {
  bool plain = window.kernel_size() == 1;
  for (size_t d = 0; d < window.rank; ++d) {
    plain = plain && window.stride[d] == 1 && window.padding[d] == 0;
  }
  return plain;
}

// The product for one group of one image. The views hold only that group.
struct GroupProduct {
  const Window& window;
  View input, weight, out;
  const View* bias;
  const Epilogue& epilogue;
  const Panels& panels;

  FloatProduct product(const Factor& a, const Factor& b, size_t m, size_t n) const {
    FloatProduct product{a, b};
    product.m = m;
    product.n = n;
    product.k = static_cast<size_t>(weight.sizes[1]) * static_cast<size_t>(window.kernel_size());
    product.out = const_cast<float*>(floats_of(out));
    product.bias = bias ? floats_of(*bias) : nullptr;
    product.epilogue = epilogue;
    product.ends_in_dots = true;
    return product;
  }

  // Output channels are the rows of the product, and output pixels its columns.
  void run(const PaddedImage* padded, size_t places) const {
    const auto channels = static_cast<size_t>(out.sizes[1]);
    const FloatMatrix kernels{floats_of(weight), stride_of(weight, 0), 1};
    const FloatMatrix image{floats_of(input), stride_of(input, 1), 1};
    const Geometry geometry(window, input, out);
    const PlaceColumns patches(geometry);
    const RightMatrix pixels(image);
    const LeftMatrix rows(kernels);
    const bool pointwise = is_pointwise(window);
    FloatProduct p =
        product(rows, pointwise ? static_cast<const Factor&>(pixels) : patches, channels, places);
    p.left = pointwise ? &kernels : nullptr;
    p.right = pointwise ? &image : nullptr;
    p.out_stride = stride_of(out, 1);
    p.bias_strides[0] = bias ? stride_of(*bias, 0) : 0;
    padded ? padded->multiply(p, input) : multiply(p, panels);
  }

  // Output pixels are the rows of the product, and output channels its columns.
  void run_channels_last(size_t places) const {
    const auto channels = static_cast<size_t>(weight.sizes[1]);
    const Geometry geometry(window, input, out);
    const PlaceRows rows(geometry, channels);
    const KernelColumns columns(weight, static_cast<size_t>(window.kernel_size()));
    const FloatMatrix kernels{floats_of(weight), 1, stride_of(weight, 0)};
    const RightMatrix array(kernels);
    const bool in_order = stride_of(weight, 1) == 1 || window.kernel_size() == 1;
    const bool same = channels == 1 || in_order;
    FloatProduct p = product(
        rows, same ? static_cast<const Factor&>(array) : columns, places, static_cast<size_t>(out.sizes[1]));
    const FloatMatrix pixels{geometry.image, geometry.steps[geometry.last()], 1};
    const bool pointwise = is_pointwise(window);
    p.left = pointwise ? &pixels : nullptr;
    p.right = pointwise ? &kernels : nullptr;
    p.out_stride = stride_of(out, geometry.last() + 2);
    p.bias_strides[1] = 1;
    multiply(p, panels);
  }
};

void keep_group(View& view, size_t d, int64_t groups, int64_t group) {
  internal::keep_group(view, d, groups, group);
}

}  // namespace

bool convolve(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const Window& window = convolution.window();
  const int64_t groups = convolution.groups();
  if (out.dtype != ScalarType::Float || window.transposed ||
      (bias && bias->strides[0] != static_cast<ptrdiff_t>(sizeof(float)))) {
    return false;
  }
  if (out.numel() == 0) {
    return true;
  }
  if (weight.sizes[1] == 1 && groups > 1 &&
      convolve_depthwise(ctx, convolution, input, weight, bias, out, epilogue)) {
    return true;
  }
  size_t places = 1;
  for (size_t d = 2; d < out.rank; ++d) {
    places *= static_cast<size_t>(out.sizes[d]);
  }
  const bool weight_is_array = is_array(weight, 1);
  const bool is_pixel = places == 1 && is_pointwise(window);
  const bool channels_last = is_channels_last(input) && is_channels_last(out) &&
                             (is_pixel || !is_array(input, 1) || !is_array(out, 1));
  const bool fits = channels_last ? weight_is_array || is_channels_last(weight)
                                  : weight_is_array && is_array(out, 2) && is_array(input, 2);
  if (!fits) {
    return false;
  }
  if (kHasEpilogues && epilogue.allows_winograd && !channels_last &&
      convolve_tiles(ctx, convolution, input, weight, bias, out, epilogue)) {
    return true;
  }
  const int64_t depth = weight.sizes[1] * window.kernel_size();
  const auto channels = static_cast<size_t>(out.sizes[1] / groups);
  Panels panels;
  PaddedImage padded(window, static_cast<size_t>(weight.sizes[1]), channels, out);
  const bool pads = !channels_last && !is_pointwise(window) && padded.is_fit();
  const auto items = static_cast<size_t>(input.sizes[0] * groups);
  // Nothing is packed for one pixel.
  const size_t columns = channels_last && !is_pixel ? channels : places;
  if (!(pads ? padded.allocate(ctx, items)
             : panels.allocate(ctx, columns, static_cast<size_t>(depth), items))) {
    return true;
  }
  const size_t cost = channels * places * static_cast<size_t>(depth) / 32;
  parallel_items(items, pads ? padded.parts() : panels.parts, cost, [&](size_t i, size_t memory) {
    const auto batch = static_cast<int64_t>(i) / groups, group = static_cast<int64_t>(i) % groups;
    const Panels own = panels.part(memory);
    GroupProduct part{window, input, weight, out, nullptr, epilogue, own};
    part.input.slice(0, batch, 1);
    part.out.slice(0, batch, 1);
    keep_group(part.input, 1, groups, group);
    keep_group(part.out, 1, groups, group);
    keep_group(part.weight, 0, groups, group);
    View offsets(bias ? *bias : weight);
    keep_group(offsets, 0, groups, group);
    part.bias = bias ? &offsets : nullptr;
    const PaddedImage image = padded.part(memory);
    channels_last ? part.run_channels_last(places) : part.run(pads ? &image : nullptr, places);
  });
  return true;
}

}  // namespace etk::vec
