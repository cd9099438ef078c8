-- Collections, documents, contents, and the index of fingerprints.
--
--   documents ──content──► contents ──fingerprint──► blocks_0 .. blocks_3
--
-- Equal documents share one content; contents of equal fingerprint share one entry in each block
-- table. An entry goes when the last thing that refers to it goes.

-- `generation` names one life of a name and is never used again. A deleted collection keeps its row,
-- without a name, until its other rows have been swept away. The counts are those of its rows.
CREATE TABLE collections (
  generation INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  recipe TEXT NOT NULL,
  recipe_id TEXT NOT NULL,
  max_distance INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  documents INTEGER NOT NULL DEFAULT 0,
  contents INTEGER NOT NULL DEFAULT 0,
  fingerprints INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Times are milliseconds since 1970.
CREATE TABLE documents (
  number INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  id TEXT NOT NULL,
  content INTEGER NOT NULL,
  metadata TEXT,
  revision INTEGER NOT NULL,
  stored_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  seen_count INTEGER NOT NULL,
  UNIQUE (collection, id)
) STRICT;

-- The order of matches within one content: the first rows of a range are the answer.
CREATE INDEX documents_by_content ON documents (content, stored_at, id);

-- `fingerprint` is the 64 bits as a signed integer; `feature_count` is null for a fingerprint that
-- was made elsewhere.
CREATE TABLE contents (
  number INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  fingerprint INTEGER NOT NULL,
  exact_hash BLOB NOT NULL,
  feature_count INTEGER,
  short_text INTEGER NOT NULL,
  UNIQUE (collection, fingerprint, exact_hash)
) STRICT;

-- One table per 16-bit block of a fingerprint; `rest` is the other 48 bits. Both are stored with
-- half their range subtracted, so that they take 2 and 6 bytes.
CREATE TABLE blocks_0 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, rest INTEGER NOT NULL,
  PRIMARY KEY (collection, block, rest)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks_1 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, rest INTEGER NOT NULL,
  PRIMARY KEY (collection, block, rest)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks_2 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, rest INTEGER NOT NULL,
  PRIMARY KEY (collection, block, rest)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks_3 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, rest INTEGER NOT NULL,
  PRIMARY KEY (collection, block, rest)
) STRICT, WITHOUT ROWID;
