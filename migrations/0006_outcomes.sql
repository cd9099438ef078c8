-- Outcomes of requests that are to be done at most once, kept for those who ask again.

-- `key` and `request` are SHA-256: of the API key with the key that the client chose, and of what it
-- asked. Rows come in the order in which they expire, so that the table and its index by expiry grow
-- at one end, and only the index by key is written all over.
CREATE TABLE outcomes (
  number INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  request BLOB NOT NULL,
  expires_at INTEGER NOT NULL,
  note TEXT NOT NULL,
  outcome BLOB NOT NULL
) STRICT;

CREATE INDEX outcomes_by_expiry ON outcomes (expires_at);
