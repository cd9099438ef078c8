"""Makes src/neardup/_client.py of src/neardup/_async_client.py: the same client without `await`.

python scripts/generate_sync.py           writes
python scripts/generate_sync.py --check   only tells whether it is out of date
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

package = Path(__file__).resolve().parent.parent / "src" / "neardup"

REPLACED = [
    (
        r'""".*"""\n',
        '"""The client without asyncio. Made of _async_client.py by scripts/generate_sync.py; not to be edited."""\n',
    ),
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


def main() -> int:
    text = (package / "_async_client.py").read_text("utf-8")
    for index, (pattern, by) in enumerate(REPLACED):
        text = re.sub(pattern, by, text, count=1 if index == 0 else 0, flags=re.MULTILINE)
    formatted = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", "_client.py", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        cwd=package,
    ).stdout
    target = package / "_client.py"
    if "--check" not in sys.argv:
        target.write_text(formatted, "utf-8")
    elif target.read_text("utf-8") != formatted:
        print(f"{target} is out of date: run python scripts/generate_sync.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
