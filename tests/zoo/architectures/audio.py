"""Audio: speech encoders of transformers, and small models on spectra and waveforms."""

import torch
import transformers
from torch import nn

from .language import Output, tokens


def whisper():
    config = transformers.WhisperConfig(
        vocab_size=64,
        num_mel_bins=8,
        d_model=32,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        max_source_positions=16,
        max_target_positions=16,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=1,
        attn_implementation="eager",
    )
    model = transformers.WhisperForConditionalGeneration(config)
    names = ["input_features", "decoder_input_ids"]
    return Output(model, names, ["logits"], use_cache=False), (torch.randn(1, 8, 32), tokens(4))


def wav2vec():
    config = transformers.Wav2Vec2Config(
        vocab_size=32,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=48,
        conv_dim=(8, 16),
        conv_stride=(5, 4),
        conv_kernel=(10, 8),
        num_conv_pos_embeddings=8,
        num_conv_pos_embedding_groups=4,
        attn_implementation="eager",
    )
    return Output(transformers.Wav2Vec2Model(config), ["input_values"], ["last_hidden_state"]), (
        torch.randn(1, 400),
    )


def spectrogram_transformer():
    config = transformers.ASTConfig(
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=48,
        patch_size=8,
        frequency_stride=8,
        time_stride=8,
        max_length=32,
        num_mel_bins=16,
        attn_implementation="eager",
    )
    return Output(transformers.ASTModel(config), ["input_values"], ["pooler_output"]), (
        torch.randn(1, 32, 16),
    )


class KeywordSpotter(nn.Module):
    """Depthwise separable convolutions over a spectrogram that the program computes itself."""

    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hann_window(64))
        self.first = nn.Conv2d(1, 8, (5, 3), stride=2, padding=(2, 1))
        self.blocks = nn.Sequential(
            *[
                nn.Sequential(
                    nn.Conv2d(8, 8, 3, padding=1, groups=8),
                    nn.BatchNorm2d(8),
                    nn.ReLU(),
                    nn.Conv2d(8, 8, 1),
                    nn.BatchNorm2d(8),
                    nn.ReLU(),
                )
                for _ in range(2)
            ]
        )
        self.classifier = nn.Linear(8, 12)

    def forward(self, wave):
        spectrum = torch.stft(wave, 64, 32, window=self.window, return_complex=True)
        features = torch.log1p(spectrum.abs()).unsqueeze(1)
        return self.classifier(self.blocks(torch.relu(self.first(features))).mean((2, 3)))


class Separator(nn.Module):
    """A small Conv-TasNet: a learned transform, dilated convolutions, a mask, and the inverse transform."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Conv1d(1, 16, 8, stride=4, bias=False)
        self.norm = nn.GroupNorm(1, 16)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(16, 16, 3, padding=2**i, dilation=2**i, groups=16), nn.PReLU(), nn.Conv1d(16, 16, 1)
            )
            for i in range(3)
        )
        self.decoder = nn.ConvTranspose1d(16, 1, 8, stride=4, bias=False)

    def forward(self, wave):
        coded = torch.relu(self.encoder(wave))
        x = self.norm(coded)
        for block in self.blocks:
            x = x + block(x)
        return self.decoder(coded * torch.sigmoid(x))


class Recognizer(nn.Module):
    """A small DeepSpeech: convolutions, a bidirectional GRU, log probabilities of letters."""

    def __init__(self):
        super().__init__()
        self.convolution = nn.Conv1d(8, 16, 5, stride=2, padding=2)
        self.recurrent = nn.GRU(16, 16, batch_first=True, bidirectional=True)
        self.letters = nn.Linear(32, 28)

    def forward(self, features):
        x = torch.clamp(self.convolution(features), 0, 20).transpose(1, 2)
        return torch.log_softmax(self.letters(self.recurrent(x)[0]), -1)


MODELS = {
    "hf_whisper": (whisper, {}),
    "hf_wav2vec": (wav2vec, {}),
    "hf_spectrogram_transformer": (spectrogram_transformer, {}),
    "keyword_spotter": (lambda: (KeywordSpotter(), (torch.randn(1, 512),)), {}),
    "speech_separator": (lambda: (Separator(), (torch.randn(1, 1, 128),)), {}),
    "speech_separator_half": (lambda: (Separator(), (torch.randn(1, 1, 128),)), {"dtype": torch.float16}),
    "speech_recognizer": (lambda: (Recognizer(), (torch.randn(1, 8, 20),)), {}),
}
