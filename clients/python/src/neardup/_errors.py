"""Errors raised by calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FieldFault:
    """An invalid field of the request: its position (a JSON pointer) and the reason."""

    pointer: str
    detail: str


class NeardupError(Exception):
    """Any failure of a call."""


class Unreachable(NeardupError):
    """There is no complete answer: no connection, a broken connection, or a timeout. `__cause__` has the details."""


class IncompleteResponse(NeardupError):
    """A stream of results ended before its summary. Documents without a result may not have been processed."""


class Rejected(NeardupError):
    """The service answered with a problem (RFC 9457).

    `code` is one of the codes in docs/errors.md (a newer service may have others), or `unexpected_answer` if the answer
    is not from neardup. `status` is the HTTP status, `errors` the invalid fields, `request_id` the id of the request in
    the log of the service, `retry_after` the wait in seconds that the service asks for.
    """

    def __init__(
        self,
        code: str,
        status: int,
        detail: str,
        *,
        errors: Sequence[FieldFault] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code} ({status}): {detail}")
        self.code = code
        self.status = status
        self.detail = detail
        self.errors = tuple(errors)
        self.request_id = request_id
        self.retry_after = retry_after


def rejection(problem: Mapping[str, Any], retry_after: float | None = None) -> Rejected:
    """Converts a problem document to an error; missing fields get defaults."""
    instance = str(problem.get("instance", ""))
    return Rejected(
        str(problem.get("code", "unexpected_answer")),
        int(problem.get("status", 0)),
        str(problem.get("detail", "")),
        errors=[
            FieldFault(str(each.get("pointer", "")), str(each.get("detail", ""))) for each in problem.get("errors", [])
        ],
        request_id=instance.rsplit(":", 1)[1] if ":" in instance else None,
        retry_after=retry_after,
    )
