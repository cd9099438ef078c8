"""Tests that the examples of the README print the output shown there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from .conftest import Service

readme = Path(__file__).parents[1] / "README.md"


def test_examples_print_what_it_says(service: Service) -> None:
    found = re.findall(
        r"```python\n((?:from neardup).*?)```\n(?:\n```text\n(.*?)```)?", readme.read_text("utf-8"), re.S
    )
    assert len(found) == 2
    for code, output in found:
        code = code.replace("http://localhost:8080", service.url)
        run = subprocess.run([sys.executable, "-X", "utf8", "-c", code], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        assert run.stdout == output
