"""Where the examples write pages: a file for each address, so that writing a page twice makes one file."""

import hashlib
import os
from pathlib import Path


def write(directory: Path, url: str, page: bytes) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / f"{hashlib.sha256(url.encode()).hexdigest()}.html"
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        out.write(page)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
