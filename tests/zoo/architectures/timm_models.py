"""Timm: image models with layers that torchvision lacks."""

import timm
import torch
from timm import models

from .torchvision_models import image


def _model(name: str, size: int = 32, **options):
    return lambda: (timm.create_model(name, num_classes=10, **options), image(size))


def resnet():
    block = models.resnet.BasicBlock
    return models.ResNet(block, (1, 1, 1, 1), channels=(8, 12, 16, 24), stem_width=8, num_classes=10), image(
        48
    )


def mixer():
    return models.MlpMixer(img_size=32, patch_size=8, num_blocks=2, embed_dim=32, num_classes=10), image()


def gated():
    return models.MlpMixer(
        img_size=32,
        patch_size=8,
        num_blocks=2,
        embed_dim=32,
        mlp_ratio=6,
        block_layer=models.mlp_mixer.SpatialGatingBlock,
        mlp_layer=models.mlp_mixer.GatedMlp,
        num_classes=10,
    ), image()


def poolformer():
    return models.MetaFormer(
        depths=(1, 1), dims=(8, 16), token_mixers=models.metaformer.Pooling, num_classes=10
    ), image(64)


_TINY_VIT = {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4}

MODELS = {
    "timm_resnet": (resnet, {}),
    "timm_resnet_int8": (resnet, {"int8": True}),
    "timm_resnet_xnnpack": (resnet, {"xnnpack": True}),
    "timm_mixer": (mixer, {}),
    "timm_poolformer": (poolformer, {}),
    "timm_beit": (_model("beit_base_patch16_224", **_TINY_VIT), {}),
    "timm_xcit": (
        _model(
            "xcit_nano_12_p8_224",
            img_size=32,
            patch_size=8,
            embed_dim=16,
            depth=1,
            num_heads=2,
            cls_attn_layers=1,
        ),
        {},
    ),
    "timm_pvt": (
        _model(
            "pvt_v2_b0",
            depths=(1, 1),
            embed_dims=(8, 16),
            num_heads=(1, 2),
            sr_ratios=(4, 2),
            mlp_ratios=(2, 2),
        ),
        {},
    ),
    "timm_edgenext": (
        _model("edgenext_xx_small", 64, dims=(8, 16, 24, 32), depths=(1, 1, 1, 1), heads=(2, 2, 2, 2)),
        {},
    ),
    "timm_repvit": (_model("repvit_m0_9", 48, embed_dim=(8, 16), depth=(1, 1)), {}),
    "timm_gmlp_half": (gated, {"dtype": torch.float16}),
    "timm_dla": (_model("dla34", 32, channels=(4, 4, 8, 8, 16, 16)), {}),
}
