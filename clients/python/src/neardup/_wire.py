"""Builds requests, and converts answers to values. Nothing in this module sends."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

import httpx

from ._errors import IncompleteResponse, Rejected, rejection
from ._models import BulkAdded, BulkChecked, Decision
from ._retries import retry_after

T = TypeVar("T")

SHOWN = 200
"""Maximum number of characters quoted from an answer that is not from neardup."""
KEPT_MATCHES = 100
"""Maximum number of matches that a check with an Idempotency-Key may ask for."""


def written_documents(written: Iterable[Decision | BulkChecked]) -> list[dict[str, Any]]:
    """Returns the documents to confirm, each with the content hash from its decision."""
    return [{"id": one.id, "contentHash": claimed_content(one)} for one in written]


def claimed_content(decision: Decision | BulkChecked) -> str:
    """Returns the content hash of a decision that claimed its document."""
    if decision.claim is None or decision.claim.content_hash is None:
        raise TypeError(f"the decision about {decision.id!r} claimed nothing to confirm")
    return decision.claim.content_hash


class Unset:
    """Type of `UNSET`, the value of an argument that is not sent, where None would be sent as null."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request. `read` converts the JSON of the answer. `repeatable` means safe to send twice."""

    method: str
    path: str
    read: Callable[[Any], T]
    json: Any = None
    content: bytes | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True

    def request(self) -> dict[str, Any]:
        """Returns the arguments for httpx."""
        body = self.content if self.json is None else encoded(self.json)
        headers = dict(self.headers)
        if self.json is not None:
            headers["content-type"] = "application/json"
        return {
            "method": self.method,
            "url": self.path,
            "params": dict(self.params),
            "content": body,
            "headers": headers,
        }


def encoded(value: Any) -> bytes:
    """Encodes JSON in UTF-8. A lone surrogate from a badly decoded page becomes a question mark."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain).encode("utf-8", "replace")


def plain(value: Any) -> Any:
    """Returns the Python value of a scalar of NumPy."""
    if type(value).__module__ == "numpy" and hasattr(value, "item"):
        return value.item()
    raise TypeError(f"a {type(value).__name__} is no JSON value")


def fields_of_row(document: Any, row: int) -> dict[str, Any]:
    """Returns the fields of a document without missing values: None, and NaN, NA and NaT of pandas.

    document: a mapping, or a named tuple such as those of `DataFrame.itertuples`. row: its number, from 0.
    Raises `TypeError` if it is neither, or if a field is no JSON value, and `ValueError` for NaN within a field.
    """
    if isinstance(document, Mapping):
        items = dict(document)
    elif hasattr(document, "_asdict"):
        items = document._asdict()
        items.pop("Index", None)  # the index of the frame
    else:
        kind = type(document).__name__
        raise TypeError(f"row {row} is a {kind}: send mappings or named tuples, such as frame.itertuples()")
    given = {str(name): value for name, value in items.items() if not is_missing(value)}
    for name, value in given.items():
        if isinstance(value, str):
            continue
        try:
            encoded(value)
        except (TypeError, ValueError) as error:
            raise type(error)(f"row {row}, field {name!r}: {error}") from error
    return given


def is_missing(value: Any) -> bool:
    """Returns True for None, and for NaN, NA and NaT of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value


def fields(**given: Any) -> dict[str, Any]:
    """Returns the fields of a request under the service's names, without None and UNSET."""
    return {camel(name): value for name, value in given.items() if value is not None and not isinstance(value, Unset)}


def changes(**given: Any) -> dict[str, Any]:
    """Returns the fields under the service's names, without UNSET; None is kept and is sent as null."""
    return {camel(name): value for name, value in given.items() if not isinstance(value, Unset)}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def query_string(given: Mapping[str, Any]) -> dict[str, str]:
    """Returns the fields for a query string; values other than strings are written as JSON."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}


def part(value: str) -> str:
    """Quotes a part of a path, because ids are often URLs."""
    return quote(value, safe="")


def new_key() -> str:
    return str(uuid.uuid4())


def result_of(answer: httpx.Response, read: Callable[[Any], T]) -> T:
    """Returns the result of a successful answer.

    Raises `Rejected` for an error, with code `unexpected_answer` if the answer is not from neardup.
    """
    if answer.is_success:
        if answer.status_code == 204 or not answer.content:
            return read(None)
        try:
            return read(answer.json())
        except (ValueError, KeyError, TypeError) as error:
            raise unexpected(answer) from error
    raise problem_of(answer)


def problem_of(answer: httpx.Response) -> Rejected:
    if answer.headers.get("content-type", "").startswith("application/problem+json"):
        try:
            return rejection(answer.json(), retry_after(answer.headers))
        except (ValueError, AttributeError, TypeError):
            pass  # shown unparsed
    return unexpected(answer)


def unexpected(answer: httpx.Response) -> Rejected:
    kind = answer.headers.get("content-type", "no Content-Type")
    return Rejected(
        "unexpected_answer",
        answer.status_code,
        f"{answer.url.copy_with(userinfo=b'')} answered not as neardup does: {kind}, {answer.text[:SHOWN]!r}",
        retry_after=retry_after(answer.headers),
    )


@dataclass(frozen=True)
class Failed:
    """Result of a document that was rejected; other documents are not affected.

    `error` is the reason. `row` is the number of the document among those sent, from 0.
    """

    id: str | None
    error: Rejected
    row: int

    @property
    def ok(self) -> bool:
        return False


class BulkReader:
    """Reads the lines of a bulk answer in order, and detects missing results.

    Call `line` with each line, then `end`.
    """

    def __init__(self, ids: list[str | None], first_row: int) -> None:
        self._ids = ids
        self._first_row = first_row
        self._seen = 0
        self._summary = False

    def line(self, text: str) -> BulkAdded | BulkChecked | Failed | None:
        """Returns a result; None for the summary or a blank line. Raises `Rejected` if the summary reports an error."""
        if not text.strip():
            return None
        try:
            data = json.loads(text)
        except ValueError as error:
            raise IncompleteResponse(f"line {self._seen + 1} of the answer was cut off: {text[:SHOWN]!r}") from error
        if "summary" in data:
            self._summary = True
            if "error" in data:
                raise rejection(data["error"])
            return None
        index = int(data["line"]) - 1
        if index != self._seen or index >= len(self._ids):
            raise IncompleteResponse(f"a result for line {index + 1} came where {self._seen + 1} was due")
        self._seen += 1
        if not data["ok"]:
            row = self._first_row + index
            problem = dict(data["error"])
            problem["detail"] = re.sub(r"^Line \d+", f"Row {row}", str(problem.get("detail", "")))
            return Failed(self._ids[index], rejection(problem), row)
        try:
            return BulkChecked.from_json(data) if "decision" in data else BulkAdded.from_json(data)
        except (KeyError, TypeError) as error:
            raise IncompleteResponse(f"the result for line {index + 1} lacks {error}") from error

    def end(self) -> None:
        """Raises `IncompleteResponse` if a document has no result, or if the summary is missing."""
        if self._summary and self._seen == len(self._ids):
            return
        raise IncompleteResponse(
            f"the answer ended after {self._seen} of {len(self._ids)} results"
            + ("" if self._summary else ", without its summary")
            + ": send the rest again"
        )

    @property
    def seen(self) -> int:
        return self._seen


def bulk(mode: str, documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the httpx arguments for sending documents, one per line."""
    return {
        "params": {"mode": mode},
        "content": b"".join(encoded(document) + b"\n" for document in documents),
        "headers": {"content-type": "application/x-ndjson"},
    }


def nothing(_: object) -> None:
    """Ignores an empty answer."""


def same(data: Any) -> Any:
    """Returns an answer unchanged."""
    return data


async def each_of(documents: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(documents, AsyncIterable):
        async for document in documents:
            yield document
    else:
        for document in documents:
            yield document
