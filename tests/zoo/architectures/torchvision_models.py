"""Torchvision: classification, segmentation, and the parts of detectors with static shapes."""

import torch
from torch import nn
from torch.export import Dim


def _define_operators() -> None:
    """Declares the operators of torchvision's extension, whose wheel needs another build of torch."""
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in "nms", "qnms":
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _LIBRARIES.append(library)


_LIBRARIES: list[torch.library.Library] = []
_define_operators()

from torchvision import models  # noqa: E402
from torchvision.models.detection.ssdlite import SSDLiteHead  # noqa: E402
from torchvision.ops import FeaturePyramidNetwork  # noqa: E402


def image(size: int = 32, batch: int = 1) -> tuple[torch.Tensor]:
    return (torch.randn(batch, 3, size, size),)


def mobilenet_v2():
    settings = [[1, 8, 1, 1], [6, 12, 2, 2], [6, 16, 2, 2]]
    return models.MobileNetV2(10, inverted_residual_setting=settings), image(48)


def mobilenet_v3():
    settings, _ = models.mobilenetv3._mobilenet_v3_conf("mobilenet_v3_small", width_mult=0.2)
    return models.MobileNetV3(settings[:6], last_channel=32, num_classes=10), image(48)


def shufflenet():
    return models.ShuffleNetV2([1, 2, 1], [8, 16, 24, 32, 40], num_classes=10), image(48)


class Vgg(nn.Module):
    """VGG's layers, including adaptive pooling from one pixel to seven by seven."""

    def __init__(self):
        super().__init__()
        self.features = models.vgg.make_layers([4, "M", 8, "M", 8, "M", 8, "M", 8, "M"], batch_norm=True)
        self.pool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.Sequential(nn.Linear(8 * 49, 32), nn.ReLU(), nn.Dropout(), nn.Linear(32, 10))

    def forward(self, x):
        return self.classifier(torch.flatten(self.pool(self.features(x)), 1))


def vgg():
    return Vgg(), image(32)


def densenet():
    return models.DenseNet(4, (2, 2, 2), 8, bn_size=2, num_classes=10), image(48)


def efficientnet():
    settings, _ = models.efficientnet._efficientnet_conf("efficientnet_b0", width_mult=0.15, depth_mult=0.3)
    return models.EfficientNet(settings[:4], 0.2, last_channel=32, num_classes=10), image(48)


def regnet():
    parameters = models.regnet.BlockParams.from_init_params(
        depth=4, w_0=8, w_a=8.0, w_m=2.0, group_width=4, se_ratio=0.25
    )
    return models.RegNet(parameters, num_classes=10, stem_width=8), image(48, 2)


def convnext():
    block = models.convnext.CNBlockConfig
    return models.ConvNeXt([block(8, 16, 1), block(16, 24, 1), block(24, None, 1)], num_classes=10), image(48)


def swin_v2():
    return models.SwinTransformer(
        [4, 4],
        8,
        [1, 1],
        [2, 4],
        [4, 4],
        num_classes=10,
        block=models.swin_transformer.SwinTransformerBlockV2,
        downsample_layer=models.swin_transformer.PatchMergingV2,
    ), image(32)


def vision_transformer():
    return models.VisionTransformer(32, 8, 2, 4, 32, 64, num_classes=10), image(32)


def maxvit():
    return models.MaxVit((32, 32), 8, 4, [8, 16], [1, 1], 4, stochastic_depth_prob=0, num_classes=10), image(
        32
    )


class Segmenter(nn.Module):
    """A small backbone with DeepLab's head or a fully convolutional one, resized to the size of the image."""

    def __init__(self, head: nn.Module):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.BatchNorm2d(16),
            nn.ReLU(),
        )
        self.head = head

    def forward(self, x):
        y = self.head(self.backbone(x))
        return nn.functional.interpolate(y, size=x.shape[-2:], mode="bilinear", align_corners=False)


def deeplab():
    return Segmenter(
        nn.Sequential(models.segmentation.deeplabv3.ASPP(16, [2, 4], 16), nn.Conv2d(16, 5, 1))
    ), image(32)


def fcn():
    return Segmenter(models.segmentation.fcn.FCNHead(16, 5)), image(32)


class Detector(nn.Module):
    """The part of a single-shot detector before the selection of boxes: features, a pyramid, two heads."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.Hardswish())
        self.stages = nn.ModuleList(
            nn.Sequential(nn.Conv2d(8 * 2**i, 16 * 2**i, 3, 2, 1), nn.BatchNorm2d(16 * 2**i), nn.ReLU6())
            for i in range(2)
        )
        self.pyramid = FeaturePyramidNetwork([16, 32], 16)
        self.head = SSDLiteHead([16, 16], [2, 2], 4, nn.BatchNorm2d)

    def forward(self, x):
        x = self.stem(x)
        features = {}
        for i, stage in enumerate(self.stages):
            x = stage(x)
            features[str(i)] = x
        scores = self.head(list(self.pyramid(features).values()))
        return scores["bbox_regression"], scores["cls_logits"].softmax(-1)


def detector():
    return Detector(), image(64)


MODELS = {
    "tv_mobilenet_v2": (mobilenet_v2, {}),
    "tv_mobilenet_v2_channels_last": (mobilenet_v2, {"channels_last": True}),
    "tv_mobilenet_v2_int8": (mobilenet_v2, {"int8": True}),
    "tv_mobilenet_v3": (mobilenet_v3, {}),
    "tv_mobilenet_v3_xnnpack": (mobilenet_v3, {"xnnpack": True}),
    "tv_shufflenet": (shufflenet, {}),
    "tv_vgg": (vgg, {}),
    "tv_densenet": (densenet, {}),
    "tv_efficientnet": (efficientnet, {}),
    "tv_efficientnet_half": (efficientnet, {"dtype": torch.float16}),
    "tv_regnet": (regnet, {"dynamic": {0: Dim("batch", min=1, max=4)}}),
    "tv_convnext": (convnext, {}),
    "tv_convnext_int8": (convnext, {"int8": True}),
    "tv_swin_v2": (swin_v2, {}),
    "tv_vision_transformer": (vision_transformer, {}),
    "tv_vision_transformer_bfloat16": (vision_transformer, {"dtype": torch.bfloat16}),
    "tv_maxvit": (maxvit, {}),
    "tv_deeplab": (deeplab, {}),
    "tv_fcn": (fcn, {"channels_last": True}),
    "tv_detector": (detector, {}),
}
