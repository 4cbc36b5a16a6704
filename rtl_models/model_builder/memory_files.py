"""Contents of memories as the vendors write them (.mif, .coe), as `$readmemh` reads them."""

import re
from pathlib import Path

from .errors import DescriptionError

RADIX = {"HEX": 16, "BIN": 2, "OCT": 8, "DEC": 10, "UNS": 10}


def contents(path: Path) -> bytes:
    """What the model is given for a data file."""
    convert = {".mif": from_mif, ".coe": from_coe}.get(path.suffix.lower())
    if convert is None:
        return path.read_bytes()
    words = convert(path, path.read_text(encoding="utf-8", errors="replace"))
    return "".join(f"@{address:x} {value:x}\n" for address, value in sorted(words.items())).encode()


def number(path: Path, text: str, at: int, digits: str, radix: int, width: int | None = None) -> int:
    try:
        value = int(digits, radix)
    except ValueError:
        names = {2: "binary", 8: "octal", 10: "decimal", 16: "hexadecimal"}
        raise DescriptionError(f"{path}:{text.count(chr(10), 0, at) + 1}: found \"{digits}\", expected a {names.get(radix, radix)} "
                               "number.") from None
    return value + (1 << width) if value < 0 and width else value


def blanks(found: re.Match) -> str:
    """In place of a comment, so that lines stay."""
    return re.sub(r"[^\n]", " ", found[0])


def from_mif(path: Path, text: str) -> dict[int, int]:
    text = re.sub(r"--[^\n]*|%[^%]*%", blanks, text)
    settings = {key.upper(): value.upper() for key, value in re.findall(r"(\w+)\s*=\s*(\w+)\s*;", text)}
    width = int(settings.get("WIDTH", "0")) or None
    addresses, data = (RADIX.get(settings.get(key, "HEX"), 16) for key in ("ADDRESS_RADIX", "DATA_RADIX"))
    body = re.search(r"\bBEGIN\b(.*?)\bEND\b", text, re.I | re.S)
    if body is None:
        raise DescriptionError(f"{path}: has no CONTENT BEGIN … END;")
    words = {}
    for found in re.finditer(r"\s*([^:;]*?)\s*:\s*([^;]*);", body[1]):
        at = body.start(1) + found.start(1)
        values = [number(path, text, at, digits, data, width) for digits in found[2].split()]
        span = re.fullmatch(r"\[\s*(\w+)\s*\.\.\s*(\w+)\s*\]", found[1])
        first = number(path, text, at, span[1] if span else found[1], addresses)
        last = number(path, text, at, span[2], addresses) if span else first + len(values) - 1
        for offset in range(last - first + 1 if values else 0):
            words[first + offset] = values[offset % len(values)]
    return words


def from_coe(path: Path, text: str) -> dict[int, int]:
    text = re.sub(r"^\s*;[^\n]*", blanks, text, flags=re.M)
    radix = re.search(r"memory_initialization_radix\s*=\s*(\d+)", text, re.I)
    vector = re.search(r"memory_initialization_vector\s*=([^;]*)", text, re.I)
    if vector is None:
        raise DescriptionError(f"{path}: has no memory_initialization_vector.")
    return {address: number(path, text, vector.start(1) + found.start(), found[0], int(radix[1]) if radix else 16)
            for address, found in enumerate(re.finditer(r"[^\s,]+", vector[1]))}
