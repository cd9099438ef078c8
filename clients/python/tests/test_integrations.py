"""Tests that the examples of the pages about libraries print the output shown there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Service, root


@pytest.mark.parametrize("page", ["langchain", pytest.param("datasets", marks=pytest.mark.long)])
def test_example_prints_what_the_page_says(page: str, service: Service, tmp_path: Path) -> None:
    text = (root / "docs" / "integrations" / f"{page}.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.S)
    assert found is not None
    code = found.group(1).replace("http://localhost:8080", service.url)
    command = [sys.executable, "-X", "utf8", "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout == found.group(2)
