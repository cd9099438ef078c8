"""Makes src/neardup/_client.py of src/neardup/_async_client.py: the same client without `await`.

python scripts/generate_sync.py           writes
python scripts/generate_sync.py --check   only tells whether it is out of date
"""

from __future__ import annotations

import re

from tidy import package, put

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
    return put("_client.py", text, "generate_sync.py")


if __name__ == "__main__":
    raise SystemExit(main())
