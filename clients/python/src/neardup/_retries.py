"""When a request is sent again, and after how long. Nothing here sends or sleeps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

FIRST_WAIT = 0.2
"""Largest first wait, in seconds; doubled with each failure."""
LONGEST_WAIT = 20.0
"""Largest wait, in seconds; a request that is told to wait longer is given up."""

# Refused before anything was done: any request may be sent again.
NOT_NOW = {429, 503}
# A proxy gave up: whether the request was done is unknown.
UNKNOWN = {502, 504}


def may_repeat(status: int | None, code: str | None, repeatable: bool) -> bool:
    """Whether a request may be sent again after a failure. `status` is None where no answer came."""
    if status in NOT_NOW or code == "idempotency_in_progress":
        return True
    return repeatable and (status is None or status in UNKNOWN)


def wait_after(failures: int, asked: float | None) -> float | None:
    """How many seconds to wait after so many failures; None: longer than is worth it.

    A random part of the wait is left out, so that clients that were refused together come back apart (Brooker:
    Exponential Backoff And Jitter, AWS Architecture Blog, 2015). Never shorter than `asked`.
    """
    most = min(FIRST_WAIT * 2.0 ** (failures - 1), LONGEST_WAIT)
    wait = max(random.uniform(most / 2, most), asked or 0.0)
    return None if wait > LONGEST_WAIT else wait


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds of a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). None: absent or not understood."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - (now or datetime.now(timezone.utc))).total_seconds())
