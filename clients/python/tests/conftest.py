"""Runs the built service on a free port, with a temporary database."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[3]

HANG_S = 600
"""Limit of every wait: only something that hangs reaches it, also on a busy machine."""


class Service:
    """A process of the service. Its data survives when it is killed and started again."""

    def __init__(self, directory: Path) -> None:
        self._data = directory / "neardup.db"
        self._port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        command = [
            "node",
            str(root / "dist" / "main.js"),
            "serve",
            "--port",
            str(self._port),
            "--data",
            str(self._data),
        ]
        environment = {**os.environ, "NEARDUP_LOG_LEVEL": "error"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)", line)
        assert found is not None, f"the service did not start: {line!r}; is it built (npm run build)?"
        self.url = found.group(0)
        self._port = int(found.group(1))

    def kill(self) -> None:
        self._process.kill()
        self._end()

    def stop(self) -> None:
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait(timeout=HANG_S)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    try:
        yield service
    finally:
        service.stop()
