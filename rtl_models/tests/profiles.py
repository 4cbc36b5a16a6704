"""A fixture that is compiled with what a transcript has shown of it."""

import json
from pathlib import Path

from model_builder.build import Builder
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.tools import Tools
from workshop import RUNTIME, Workshop

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/rtl"


def sent(data: bytes, at: int) -> list:
    return ["send", data.hex(), [at, at], [at, at + 20], [at, at + 20]]


class Profiles(Workshop):
    def transcript(self) -> Path:
        path = self.folder / "transcript.jsonl"
        lines = [{"case": "Handshake"}, sent(b"0", 1_000_000), sent(b"1AB", 2_000_000), {"case": "Nothing"}, {"case": "Move"}, sent(b"2", 5)]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def builder(self, flavour: Flavour, *, transcript: Path | None = None, tools: Tools | None = None) -> Builder:
        return Builder(read_description(FIXTURES / "echo.toml"), flavour, tools or Tools.find(), RUNTIME, None, transcript)
