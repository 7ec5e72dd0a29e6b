"""The document as text: JSON that a person can read, and its checksum."""

import hashlib
import json
from typing import Any

WIDTH = 120
ZEROS = "0" * 64


def json_text(value: Any) -> str:
    """JSON, what fits on a line of WIDTH on one; the same text for the same value; ends with a newline."""
    return _text(value, "") + "\n"


def _text(value: Any, indent: str) -> str:
    plain = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(plain) + len(indent) <= WIDTH or not isinstance(value, dict | list | tuple):
        return plain
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_text(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}}}"
    parts = [_text(part, inner) for part in value]
    if all(len(part) < WIDTH // 4 and "\n" not in part for part in parts):
        parts = _filled(parts, WIDTH - len(inner))
        return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"
    return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"


def _filled(parts: list[str], width: int) -> list[str]:
    """Short parts, as many to a line as fit."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 < width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def signed(text: str) -> str:
    """The text of a document whose checksum is ZEROS, with the checksum in place."""
    return text.replace(ZEROS, hashlib.sha256(text.encode()).hexdigest(), 1)


def checksum(content: bytes, said: str) -> str:
    """The checksum of a document's file that says `said`."""
    return hashlib.sha256(content.replace(said.encode(), ZEROS.encode(), 1)).hexdigest()
