"""Tests that the committed generated files are up to date."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import neardup

here = Path(__file__).resolve().parent.parent


def test_models_are_not_out_of_date() -> None:
    command = [sys.executable, str(here / "scripts" / "generate_models.py"), "--check"]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""


def test_has_the_version_of_the_service() -> None:
    service = json.loads((here.parent.parent / "package.json").read_text("utf-8"))
    assert neardup.__version__ == service["version"]
    assert f'version = "{neardup.__version__}"' in (here / "pyproject.toml").read_text("utf-8")
