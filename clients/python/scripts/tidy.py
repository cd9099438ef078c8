"""Writes generated code in the format of ruff, or reports that the written code is out of date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

package = Path(__file__).resolve().parent.parent / "src" / "neardup"


def put(name: str, code: str, script: str) -> int:
    """Writes a file of the package or, with --check, compares it with the code. Returns the exit status."""
    target = package / name
    tidied = ruff(name, ruff(name, code, "check", "--fix-only", "--quiet"), "format")
    if "--check" not in sys.argv:
        target.write_text(tidied, "utf-8")
    elif not target.exists() or target.read_text("utf-8") != tidied:
        print(f"{name} is out of date: run python scripts/{script}", file=sys.stderr)
        return 1
    return 0


def ruff(name: str, code: str, *command: str) -> str:
    run = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(package / name), "-"]
    return subprocess.run(run, input=code, capture_output=True, text=True, check=True, cwd=package).stdout
