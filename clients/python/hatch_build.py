"""Generates src/neardup/_client.py, the same client without `await`, from src/neardup/_async_client.py when the package
is built or installed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REPLACED = [
    (r'\A""".*"""\n', '"""The client without asyncio. Made by hatch_build.py; not to be edited."""\n'),
    (r"^import asyncio\n", "import time\n"),
    (r"^    each_of,\n", ""),
    (r"each_of\(documents\)", "documents"),
    (r"AsyncIterable, AsyncIterator, Callable, Iterable,", "Callable, Iterable, Iterator,"),
    (r"Iterable\[Document_\] \| AsyncIterable\[Document_\]", "Iterable[Document_]"),
    (r"AsyncBaseTransport", "BaseTransport"),
    (r"AsyncIterator", "Iterator"),
    (r"AsyncClient", "Client"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"`async with`", "`with`"),
    (r"\bawait ", ""),
    (r"\baclose\b", "close"),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
    (r"\baread\b", "read"),
    (r"\baiter_lines\b", "iter_lines"),
]


class BuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = Path(self.root) / "src" / "neardup"
        text = (package / "_async_client.py").read_text("utf-8")
        for pattern, by in REPLACED:
            text = re.sub(pattern, by, text, flags=re.MULTILINE)
        (package / "_client.py").write_text(text, "utf-8")
