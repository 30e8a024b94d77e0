// tile_crop(input, tile_size): cuts an image into square tiles, row by row
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTileCrop[] = "preprocess::tile_crop.out";

Tensor& tile_crop_out(Context& ctx, const Tensor& input, int64_t tile_size, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTileCrop>(input) && out.scalar_type() == input.scalar_type(), out);
  ETK_REQUIRE(ctx, compute_of(input.scalar_type()) != Compute::kNone && input.dim() == 3, out);
  const int64_t channels = input.size(0), height = input.size(1), width = input.size(2);
  ETK_REQUIRE(ctx, tile_size > 0 && height % tile_size == 0 && width % tile_size == 0, out);
  Shape tiles;
  tiles.push_back(height / tile_size * (width / tile_size));
  tiles.push_back(channels);
  tiles.push_back(tile_size);
  tiles.push_back(tile_size);
  if (!resize(ctx, out, tiles) || tiles.numel() == 0) {
    return out;
  }
  View from(input), to(out);
  from.split(2, tile_size);  // channels, height, tiles of a row, columns of a tile
  from.split(1, tile_size);  // channels, rows of tiles, rows of a tile, tiles of a row, columns of a tile
  const size_t order[] = {1, 3, 0, 2, 4};
  from.permute(order);
  to.split(0, width / tile_size);
  copy(from, to);
  return out;
}

}  // namespace torch::executor::native
