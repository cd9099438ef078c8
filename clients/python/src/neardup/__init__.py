"""Client of neardup, which detects near-duplicate pages."""

from ._async_client import AsyncClient
from ._client import Client
from ._errors import FieldFault, IncompleteResponse, NeardupError, Rejected, Unreachable
from ._models import *  # noqa: F403
from ._wire import UNSET, Failed

__all__ = [
    "UNSET",
    "AsyncClient",
    "Client",
    "Failed",
    "FieldFault",
    "IncompleteResponse",
    "NeardupError",
    "Rejected",
    "Unreachable",
]
__version__ = "0.2.0"
