// Products of panels of bytes with packed weights, for one SIMD target: each quad of a row is multiplied by
// the quads of many channels.

#if defined(ETK_VEC_INTEGER_PANEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_INTEGER_PANEL_INL_H_
#undef ETK_VEC_INTEGER_PANEL_INL_H_
#else
#define ETK_VEC_INTEGER_PANEL_INL_H_
#endif

#include "etk/quantize/integer_convolution.h"
#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/quantize/requantize-inl.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows of a panel: with two vectors of sums for each, they fit into the registers.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kPixels = 12;
#elif HWY_TARGET <= HWY_SSE2
constexpr size_t kPixels = 4;
#else
constexpr size_t kPixels = 8;
#endif

// A panel, and the channels that it is multiplied by.
struct Panel {
  const uint8_t* bytes;
  size_t stride;  // from row to row
  const IntegerConvolution* convolution;
  int8_t* out;
};

// Adds the products of a quad of a row.
template <class V, class W>
HWY_INLINE void add_quad(const uint8_t* at, W weights, V& sums) {
  uint32_t quad;
  std::memcpy(&quad, at, sizeof(quad));
  const auto bytes = hn::BitCast(Bytes(), hn::Set(hn::Repartition<uint32_t, Bytes>(), quad));
  sums = hn::SumOfMulQuadAccumulate(Sums(), bytes, weights, sums);
}

// The pixels of a panel: r are the rows.
template <class Rows>
struct PanelRows;
template <size_t... r>
struct PanelRows<std::index_sequence<r...>> {
  using V = hn::Vec<Sums>;

  static HWY_INLINE void store(const Panel& panel, size_t channel, Each<V, r>... sums) {
    const IntegerConvolution& c = *panel.convolution;
    const size_t lanes = hn::Lanes(Sums()), n = c.channels - channel;
    int8_t* const to = panel.out + channel;
    if (n >= lanes) {
      const auto multipliers = hn::LoadU(hn::Rebind<float, Sums>(), c.requantize.multipliers + channel);
      (hn::StoreU(
           requantized(sums, multipliers, c.requantize), hn::Rebind<int8_t, Sums>(), to + r * c.channels),
       ...);
    } else {
      const auto multipliers = hn::LoadN(hn::Rebind<float, Sums>(), c.requantize.multipliers + channel, n);
      (hn::StoreN(
           requantized(sums, multipliers, c.requantize), hn::Rebind<int8_t, Sums>(), to + r * c.channels, n),
       ...);
    }
  }

  static HWY_INLINE const int8_t* weights_of(const IntegerConvolution& c, size_t quads, size_t channel) {
    return c.weight + channel / kPackedChannels * quads * kQuadBytes + channel % kPackedChannels * 4;
  }
  static HWY_INLINE V biases_of(const IntegerConvolution& c, size_t channel) {
    const size_t n = c.channels - channel;
    return n >= hn::Lanes(Sums()) ? hn::LoadU(Sums(), c.bias + channel)
                                  : hn::LoadN(Sums(), c.bias + channel, n);
  }

  // One vector of channels.
  static HWY_NOINLINE void multiply(const Panel& panel, size_t quads, size_t channel) {
    const V bias = biases_of(*panel.convolution, channel);
    multiply_by_one(panel, quads, channel, copy<r>(bias)...);
  }
  static HWY_INLINE void multiply_by_one(
      const Panel& panel, size_t quads, size_t channel, Each<V, r>... sums) {
    const int8_t* weights = weights_of(*panel.convolution, quads, channel);
    const uint8_t* bytes = panel.bytes;
    for (size_t q = 0; q < quads; ++q, bytes += 4, weights += kQuadBytes) {
      const auto quad = hn::LoadU(SignedBytes(), weights);
      (add_quad(bytes + r * panel.stride, quad, sums), ...);
    }
    store(panel, channel, sums...);
  }

  // Two vectors.
  static HWY_NOINLINE void multiply_two(const Panel& panel, size_t quads, size_t channel) {
    const V bias = biases_of(*panel.convolution, channel);
    const V next = biases_of(*panel.convolution, channel + hn::Lanes(Sums()));
    multiply_by_two(panel, quads, channel, copy<r>(bias)..., copy<r>(next)...);
  }
  static HWY_INLINE void multiply_by_two(
      const Panel& panel, size_t quads, size_t channel, Each<V, r>... first, Each<V, r>... second) {
    const size_t next = channel + hn::Lanes(Sums());
    const int8_t* weights = weights_of(*panel.convolution, quads, channel);
    const ptrdiff_t step = weights_of(*panel.convolution, quads, next) - weights;
    const uint8_t* bytes = panel.bytes;
    for (size_t q = 0; q < quads; ++q, bytes += 4, weights += kQuadBytes) {
      const auto quad = hn::LoadU(SignedBytes(), weights), other = hn::LoadU(SignedBytes(), weights + step);
      ((add_quad(bytes + r * panel.stride, quad, first), add_quad(bytes + r * panel.stride, other, second)),
       ...);
    }
    store(panel, channel, first...);
    store(panel, next, second...);
  }
};

// Multiplies rows of a panel by channels.
template <size_t rows>
HWY_INLINE void multiply_rows(const Panel& panel, size_t quads, size_t begin, size_t end) {
  using P = PanelRows<std::make_index_sequence<rows>>;
  const size_t lanes = hn::Lanes(Sums());
  size_t channel = begin;
  for (; channel + lanes < end; channel += 2 * lanes) {
    P::multiply_two(panel, quads, channel);
  }
  if (channel < end) {
    P::multiply(panel, quads, channel);
  }
}

// Multiplies a panel: as many even numbers of rows as there are, then one row.
template <size_t most = kPixels>
HWY_INLINE void multiply_panel(Panel panel, size_t rows, size_t quads, size_t begin, size_t end) {
  if (rows >= most) {
    multiply_rows<most>(panel, quads, begin, end);
    panel.bytes += most * panel.stride;
    panel.out += most * panel.convolution->channels;
    rows -= most;
  }
  if constexpr (most > 1) {
    if (rows > 0) {
      multiply_panel<(most > 2 ? most - 2 : 1)>(panel, rows, quads, begin, end);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
