"""Transformers: encoders, decoders with and without a cache, encoder-decoders, state spaces."""

import torch
import transformers
from torch import nn
from torch.export import Dim
from transformers import StaticCache

TOKENS = 12
VOCABULARY = 64


def tokens(length: int = TOKENS, batch: int = 1) -> torch.Tensor:
    return torch.randint(2, VOCABULARY, (batch, length))


class Output(nn.Module):
    """A model with keyword arguments, and one or more fields of its result."""

    def __init__(self, model: nn.Module, keywords: list[str], fields: list[str], **constants):
        super().__init__()
        self.model = model
        self.keywords = keywords
        self.fields = fields
        self.constants = constants

    def forward(self, *inputs):
        given = dict(zip(self.keywords, inputs, strict=True))
        output = self.model(**given, **self.constants, return_dict=True)
        return tuple(getattr(output, field) for field in self.fields)


SIZES = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 32,
}


def _configured(name: str, **options):
    config = getattr(transformers, f"{name}Config")
    return config(**(SIZES | options), attn_implementation="eager")


def encoder(name: str, **options):
    def make():
        model = getattr(transformers, f"{name}Model")(_configured(name, **options))
        mask = torch.ones(1, TOKENS, dtype=torch.int64)
        mask[:, -3:] = 0
        return Output(model, ["input_ids", "attention_mask"], ["last_hidden_state"]), (tokens(), mask)

    return make


def fourier_encoder():
    model = transformers.FNetModel(transformers.FNetConfig(**SIZES))
    return Output(model, ["input_ids"], ["last_hidden_state"]), (tokens(),)


def decoder(name: str, **options):
    """A decoder that processes all tokens at once, without a cache."""

    def make():
        config = _configured(name, **options)
        model = transformers.AutoModelForCausalLM.from_config(config)
        return Output(model, ["input_ids"], ["logits"], use_cache=False), (tokens(),)

    return make


class Cached(nn.Module):
    """A decoder for one token after others, with keys and values in buffers of the program."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        self.cache = StaticCache(model.config, max_cache_len=16)
        heads, size = model.config.num_key_value_heads, model.config.head_dim
        self.cache.early_initialization(1, heads, size, torch.float32, "cpu")
        for i, layer in enumerate(self.cache.layers):
            self.register_buffer(f"cache_key_{i}", torch.randn_like(layer.keys))
            self.register_buffer(f"cache_value_{i}", torch.randn_like(layer.values))

    def forward(self, token, position):
        for i, layer in enumerate(self.cache.layers):
            layer.keys, layer.values = getattr(self, f"cache_key_{i}"), getattr(self, f"cache_value_{i}")
            layer.cumulative_length = position + 0
        mask = (torch.arange(16) <= position).view(1, 1, 1, 16)
        output = self.model(
            input_ids=token,
            position_ids=position.view(1, 1),
            attention_mask=torch.where(mask, 0.0, -10000.0),
            past_key_values=self.cache,
            use_cache=True,
        )
        return output.logits


def cached(name: str, **options):
    def make():
        model = getattr(transformers, f"{name}ForCausalLM")(_configured(name, **options))
        return Cached(model), (tokens(1), torch.tensor([5]))

    return make


def encoder_decoder(name: str, **options):
    def make():
        model = getattr(transformers, f"{name}ForConditionalGeneration")(
            getattr(transformers, f"{name}Config")(**options, attn_implementation="eager")
        )
        names = ["input_ids", "decoder_input_ids"]
        return Output(model, names, ["logits"], use_cache=False), (tokens(), tokens(6))

    return make


_GPT2 = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 32}
_GROUPED = {"num_key_value_heads": 2, "head_dim": 8}
_BART = {
    "vocab_size": VOCABULARY,
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "max_position_embeddings": 32,
}
_T5 = {"vocab_size": VOCABULARY, "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 1, "num_heads": 4}

MODELS = {
    "hf_bert": (encoder("Bert"), {}),
    "hf_bert_xnnpack": (encoder("Bert"), {"xnnpack": True}),
    "hf_bert_half": (encoder("Bert"), {"dtype": torch.float16}),
    "hf_distilbert": (encoder("DistilBert", dim=32, n_layers=1, n_heads=4, hidden_dim=48), {}),
    "hf_albert": (encoder("Albert", embedding_size=16), {}),
    "hf_deberta": (
        encoder("DebertaV2", relative_attention=True, pos_att_type=["p2c", "c2p"], position_buckets=8),
        {},
    ),
    "hf_mpnet": (encoder("MPNet"), {}),
    "hf_fnet": (fourier_encoder, {}),
    "hf_gpt2": (decoder("GPT2", **_GPT2), {}),
    "hf_gpt_neox": (decoder("GPTNeoX"), {}),
    "hf_bloom": (decoder("Bloom", n_layer=2, n_head=4), {}),
    "hf_llama": (decoder("Llama", **_GROUPED), {}),
    "hf_llama_bfloat16": (decoder("Llama", **_GROUPED), {"dtype": torch.bfloat16}),
    "hf_llama_cached": (cached("Llama", **_GROUPED), {}),
    "hf_qwen_cached": (cached("Qwen3", **_GROUPED), {}),
    "hf_mistral": (
        decoder("Mistral", sliding_window=4, **_GROUPED),
        {"dynamic": {1: Dim("tokens", min=2, max=24)}},
    ),
    "hf_gemma": (decoder("Gemma2", **_GROUPED), {}),
    "hf_mamba": (decoder("Mamba", state_size=4, expand=2, conv_kernel=3, time_step_rank=4), {}),
    "hf_t5": (encoder_decoder("T5", **_T5), {}),
    "hf_bart": (encoder_decoder("Bart", **_BART), {}),
}
