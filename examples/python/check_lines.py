"""Reads lines of JSON and prints those whose page neardup does not have yet: a filter behind any crawler.

katana -u https://example.org -jsonl -silent |
  python examples/python/check_lines.py --id request.endpoint --html response.body > new.jsonl
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from neardup import Client, Failed


def at(line: Any, path: str) -> Any:
    """The field at a path such as `response.body`; None if there is none."""
    for name in path.split("."):
        line = line.get(name) if isinstance(line, dict) else None
    return line


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--id", default="url")
    content = parser.add_mutually_exclusive_group()
    content.add_argument("--text")
    content.add_argument("--html")
    given = parser.parse_args()
    field, path = ("text", given.text) if given.text else ("html", given.html or "html")

    lines: list[str] = []  # those whose result has not come

    def documents() -> Iterator[dict[str, str]]:
        for line in sys.stdin:
            data = json.loads(line)
            id, value = at(data, given.id), at(data, path)
            if id is None or not value:
                print(f"no {given.id} or no {path}: {line[:80]}", file=sys.stderr)
                continue
            lines.append(line)
            yield {"id": id, field: value}

    url, key = os.environ.get("NEARDUP_URL", "http://localhost:8080"), os.environ.get("NEARDUP_API_KEY")
    with Client(url, api_key=key) as neardup:
        for result in neardup.check_many(documents(), batch_size=20):
            line = lines.pop(0)
            if isinstance(result, Failed):  # nothing is known of the page: keep it
                print(result.id, result.error, file=sys.stderr)
            if isinstance(result, Failed) or result.stored:
                sys.stdout.write(line)


if __name__ == "__main__":
    main()
