"""Reads lines of JSON and prints those whose page neardup does not have yet: a filter behind any crawler.

A line that is not decided, because it is no JSON or the service is away, is printed with a warning: a page too many is
better than one too few.

katana -u https://example.org -jsonl -silent |
  python examples/python/check_lines.py --id request.endpoint --html response.body > new.jsonl
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from neardup import Client, Failed, NeardupError

BATCH = 20


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

    def documents() -> Iterator[tuple[str, dict[str, str]]]:
        for line in sys.stdin:
            try:
                data = json.loads(line)
            except ValueError as error:
                keep(line, f"no JSON: {error}")
                continue
            id, value = at(data, given.id), at(data, path)
            if id is None or not value:
                print(f"no {given.id} or no {path}: {line[:80]}", file=sys.stderr)
                continue
            yield line, {"id": id, field: value}

    url, key = os.environ.get("NEARDUP_URL", "http://localhost:8080"), os.environ.get("NEARDUP_API_KEY")
    with Client(url, api_key=key) as neardup:
        source = documents()
        while batch := list(islice(source, BATCH)):
            undecided = [line for line, _ in batch]
            try:
                for result in neardup.check_many([document for _, document in batch], batch_size=BATCH):
                    line = undecided.pop(0)
                    if isinstance(result, Failed):
                        keep(line, f"{result.id}: {result.error}")
                    elif result.stored:
                        sys.stdout.write(line)
            except NeardupError as error:  # the next batch asks again
                for line in undecided:
                    keep(line, f"not decided: {error}")


def keep(line: str, why: str) -> None:
    print(f"kept: {why}", file=sys.stderr)
    sys.stdout.write(line if line.endswith("\n") else f"{line}\n")


if __name__ == "__main__":
    main()
