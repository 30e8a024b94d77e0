"""Detection, super resolution, generation, time series, graphs, recurrent networks, recommendation."""

import torch
import transformers
from torch import nn
from torch.export import Dim

from .language import Output
from .torchvision_models import image


def detection_transformer():
    config = transformers.YolosConfig(
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=48,
        image_size=[32, 32],
        patch_size=8,
        num_detection_tokens=5,
        num_labels=4,
        attn_implementation="eager",
    )
    return Output(
        transformers.YolosForObjectDetection(config), ["pixel_values"], ["logits", "pred_boxes"]
    ), image()


def segmentation_transformer():
    config = transformers.SegformerConfig(
        num_encoder_blocks=2,
        depths=[1, 1],
        sr_ratios=[4, 2],
        hidden_sizes=[8, 16],
        patch_sizes=[7, 3],
        strides=[4, 2],
        num_attention_heads=[1, 2],
        mlp_ratios=[2, 2],
        decoder_hidden_size=16,
        num_labels=4,
    )
    return Output(
        transformers.SegformerForSemanticSegmentation(config), ["pixel_values"], ["logits"]
    ), image()


def two_towers():
    text = {
        "vocab_size": 64,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 1,
        "num_attention_heads": 4,
        "max_position_embeddings": 16,
        "eos_token_id": 1,
        "bos_token_id": 0,
    }
    vision = {
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 1,
        "num_attention_heads": 4,
        "image_size": 32,
        "patch_size": 8,
    }
    config = transformers.CLIPConfig(
        text_config=text, vision_config=vision, projection_dim=16, attn_implementation="eager"
    )
    names = ["input_ids", "pixel_values"]
    inputs = (torch.randint(2, 64, (2, 8)), *image())
    return Output(transformers.CLIPModel(config), names, ["logits_per_image"]), inputs


def depth():
    config = transformers.DPTConfig(
        hidden_size=32,
        num_hidden_layers=4,
        num_attention_heads=4,
        intermediate_size=32,
        image_size=32,
        patch_size=8,
        backbone_out_indices=[0, 1, 2, 3],
        neck_hidden_sizes=[4, 4, 8, 8],
        fusion_hidden_size=4,
        is_hybrid=False,
        attn_implementation="eager",
    )
    return Output(transformers.DPTForDepthEstimation(config), ["pixel_values"], ["predicted_depth"]), image()


def time_series():
    config = transformers.PatchTSTConfig(
        num_input_channels=2,
        context_length=32,
        patch_length=8,
        patch_stride=8,
        d_model=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        ffn_dim=32,
        prediction_length=4,
        do_mask_input=False,
    )
    return Output(transformers.PatchTSTForPrediction(config), ["past_values"], ["prediction_outputs"]), (
        torch.randn(1, 32, 2),
    )


class SuperResolution(nn.Module):
    """ESPCN: convolutions, followed by a pixel shuffle."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 16, 5, padding=2), nn.Tanh(), nn.Conv2d(16, 12, 3, padding=1), nn.PixelShuffle(2)
        )

    def forward(self, x):
        return self.layers(x) + nn.functional.interpolate(
            x, scale_factor=2, mode="bicubic", align_corners=False
        )


class UNet(nn.Module):
    """Down- and upsampling with skip connections, group norm and a time step, as in diffusion models."""

    def __init__(self):
        super().__init__()
        self.time = nn.Linear(8, 16)
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.down = nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.middle = nn.Sequential(nn.GroupNorm(4, 16), nn.SiLU(), nn.Conv2d(16, 16, 3, padding=1))
        self.up = nn.ConvTranspose2d(16, 8, 4, stride=2, padding=1)
        self.last = nn.Conv2d(16, 3, 3, padding=1)

    def forward(self, x, t):
        frequencies = torch.exp(torch.arange(4) * -2.3).to(t.dtype)
        angles = t[:, None] * frequencies
        time = self.time(torch.cat([angles.sin(), angles.cos()], -1))
        first = self.first(x)
        middle = self.middle(self.down(first) + time[:, :, None, None])
        return self.last(torch.cat([self.up(middle), first], 1))


class Generator(nn.Module):
    """A generator of images: transposed convolutions, instance norm, reflection padding."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.ConvTranspose2d(16, 8, 4),
            nn.InstanceNorm2d(8, affine=True),
            nn.LeakyReLU(0.2),
            nn.Upsample(scale_factor=2, mode="nearest"),
            nn.ReflectionPad2d(1),
            nn.Conv2d(8, 3, 3),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.layers(z[:, :, None, None])


class Graph(nn.Module):
    """Message passing: nodes gather the values of their neighbours by index, and add them up."""

    def __init__(self):
        super().__init__()
        self.message = nn.Linear(16, 8)
        self.update = nn.GRUCell(8, 8)
        self.readout = nn.Linear(8, 3)

    def forward(self, nodes, edges):
        for _ in range(2):
            pairs = torch.cat([nodes[edges[0]], nodes[edges[1]]], -1)
            messages = torch.relu(self.message(pairs))
            sums = torch.zeros_like(nodes).index_add(0, edges[1], messages)
            nodes = self.update(sums, nodes)
        return self.readout(nodes).softmax(-1), nodes.max(0).values


class GraphAttention(nn.Module):
    """Attention over a dense adjacency."""

    def __init__(self):
        super().__init__()
        self.weights = nn.Linear(8, 8, bias=False)
        self.source = nn.Linear(8, 1)
        self.target = nn.Linear(8, 1)

    def forward(self, nodes, adjacency):
        h = self.weights(nodes)
        scores = nn.functional.leaky_relu(self.source(h) + self.target(h).T, 0.2)
        scores = scores.masked_fill(adjacency == 0, float("-inf"))
        return nn.functional.elu(scores.softmax(-1) @ h)


class Recurrent(nn.Module):
    """Two layers of an LSTM, and attention over their outputs."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(40, 12)
        self.lstm = nn.LSTM(12, 16, num_layers=2, batch_first=True)
        self.attention = nn.Linear(16, 1)

    def forward(self, ids):
        states, (last, _) = self.lstm(self.embedding(ids))
        return (self.attention(states).softmax(1) * states).sum(1), last


class ConvolutionalLstm(nn.Module):
    """A convolutional LSTM over consecutive video frames."""

    def __init__(self):
        super().__init__()
        self.gates = nn.Conv2d(2 + 4, 16, 3, padding=1)

    def forward(self, frames):
        h = torch.zeros(1, 4, 8, 8)
        c = torch.zeros_like(h)
        for t in range(3):
            i, f, o, g = self.gates(torch.cat([frames[:, t], h], 1)).chunk(4, 1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
        return h


class StateSpace(nn.Module):
    """S4D: a diagonal state space, computed as a convolution by Fourier transforms."""

    def __init__(self):
        super().__init__()
        self.log_dt = nn.Parameter(torch.rand(4) - 3)
        self.a = nn.Parameter(torch.rand(4, 8))
        self.c = nn.Parameter(torch.randn(4, 8))

    def forward(self, u):
        length = u.shape[-1]
        steps = torch.arange(length) * self.log_dt.exp()[:, None]
        kernel = (self.c[:, :, None] * torch.exp(-self.a[:, :, None] * steps[:, None, :])).sum(1)
        spectrum = torch.fft.rfft(u, n=2 * length) * torch.fft.rfft(kernel, n=2 * length)
        return torch.fft.irfft(spectrum, n=2 * length)[..., :length]


class Recommender(nn.Module):
    """DLRM: sums and means of embeddings, a bottom network, all products of pairs, a top network."""

    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(20, 8) for _ in range(2))
        self.bottom = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(11, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, dense, first, second):
        x = self.bottom(dense)
        bags = self.tables[0](first).sum(1), self.tables[1](second).mean(1)
        vectors = torch.stack([x, *bags], 1)
        products = torch.bmm(vectors, vectors.transpose(1, 2))
        rows, columns = torch.tensor([1, 2, 2]), torch.tensor([0, 0, 1])
        return self.top(torch.cat([x, products[:, rows, columns]], 1))


class TemporalConvolution(nn.Module):
    """Causal dilated convolutions, as in forecasting."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv1d(8, 8, 3, dilation=2**i) for i in range(3))
        self.first = nn.Conv1d(2, 8, 1)

    def forward(self, x):
        x = self.first(x)
        for i, layer in enumerate(self.layers):
            x = x + nn.functional.gelu(layer(nn.functional.pad(x, (2 * 2**i, 0))), approximate="tanh")
        return x.mean(-1)


class Points(nn.Module):
    """A small PointNet++: nearest neighbours, their differences, and a maximum for each."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))

    def forward(self, points):
        distances = torch.cdist(points, points)
        nearest = distances.topk(4, largest=False).indices
        batch = torch.arange(points.shape[0])[:, None, None]
        neighbours = points[batch, nearest]
        pairs = torch.cat([neighbours - points[:, :, None], neighbours], -1)
        return self.layers(pairs).amax(2).mean(1)


class Volume(nn.Module):
    """Three-dimensional convolutions over a volume."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv3d(1, 4, 3, padding=1),
            nn.BatchNorm3d(4),
            nn.ReLU(),
            nn.MaxPool3d(2),
            nn.Conv3d(4, 8, 3),
            nn.AdaptiveAvgPool3d(1),
            nn.Flatten(),
            nn.Linear(8, 3),
        )

    def forward(self, x):
        return self.layers(x)


class SpatialTransformer(nn.Module):
    """Samples the image on a grid that the network computes."""

    def __init__(self):
        super().__init__()
        self.localization = nn.Sequential(
            nn.Conv2d(3, 4, 5, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 6)
        )

    def forward(self, x):
        theta = self.localization(x).view(-1, 2, 3)
        grid = nn.functional.affine_grid(theta, list(x.shape), align_corners=False)
        return nn.functional.grid_sample(x, grid, align_corners=False)


def _plain(module, *inputs):
    return lambda: (module(), tuple(value() for value in inputs))


def _normal(*shape):
    return lambda: torch.randn(*shape)


def _below(bound, *shape):
    return lambda: torch.randint(bound, shape)


_UNET = _plain(UNet, _normal(1, 3, 16, 16), lambda: torch.tensor([3.0]))
_RECURRENT = _plain(Recurrent, _below(40, 2, 10))

MODELS = {
    "hf_detection_transformer": (detection_transformer, {}),
    "hf_segformer": (segmentation_transformer, {}),
    "hf_clip": (two_towers, {}),
    "hf_depth": (depth, {}),
    "hf_time_series": (time_series, {}),
    "super_resolution": (
        _plain(SuperResolution, _normal(1, 3, 12, 12)),
        {},
    ),
    "unet": (_UNET, {}),
    "unet_channels_last": (_UNET, {"channels_last": True}),
    "unet_bfloat16": (_UNET, {"dtype": torch.bfloat16}),
    "generator": (_plain(Generator, _normal(1, 16)), {}),
    "message_passing": (_plain(Graph, _normal(6, 8), _below(6, 2, 14)), {}),
    "graph_attention": (
        _plain(GraphAttention, _normal(5, 8), lambda: (torch.rand(5, 5) + torch.eye(5) > 0.5).float()),
        {},
    ),
    "recurrent": (_RECURRENT, {}),
    "recurrent_xnnpack": (_RECURRENT, {"xnnpack": True}),
    "convolutional_lstm": (_plain(ConvolutionalLstm, _normal(1, 3, 2, 8, 8)), {}),
    "state_space": (_plain(StateSpace, _normal(2, 4, 24)), {}),
    "recommender": (_plain(Recommender, _normal(2, 4), _below(20, 2, 3), _below(20, 2, 5)), {}),
    "temporal_convolution": (
        _plain(TemporalConvolution, _normal(2, 2, 20)),
        {"dynamic": {2: Dim("time", min=2, max=40)}},
    ),
    "temporal_convolution_int8": (_plain(TemporalConvolution, _normal(2, 2, 20)), {"int8": True}),
    "points": (_plain(Points, _normal(1, 16, 3)), {"dynamic": {1: Dim("points", min=4, max=25)}}),
    "volume": (_plain(Volume, _normal(1, 1, 8, 8, 8)), {}),
    "spatial_transformer": (_plain(SpatialTransformer, _normal(1, 3, 12, 12)), {}),
}
