-- The whole schema of a database file.
--
--   documents ──content──► contents ──fingerprint──► blocks_0 .. blocks_3
--                              │    ──fingerprint, exact_hash, sketch──► runs ◄── segments ◄── chunks
--                              │    ──extractor────► extractors
--                              └───► texts
--
--   collections ──lineage──► clusters ◄── members        separations, labels
--                       └──► decision_totals, decision_bins, decision_hours, decision_hosts, decision_log
--   collections ◄──successor_of── collections ◄── changes
--
-- Equal documents share one content. A row is deleted when nothing refers to it any more. Times are
-- milliseconds since 1970.

-- `generation` is a number for each collection that ever had a name; none is used again. A deleted
-- collection keeps its row, without a name, until its other rows have been swept. Numbers of posting
-- lists have 28 bits for it.
CREATE TABLE collections (
  generation INTEGER PRIMARY KEY AUTOINCREMENT CHECK (generation < 268435456),
  name TEXT UNIQUE,
  -- The generation that this collection, still without a name, will replace. A collection with neither
  -- a name nor this is deleted.
  successor_of INTEGER,
  -- The generation of the first collection of a chain: each replaces the one before by reindexing, and
  -- they share clusters and counts. Set by the transaction that makes the row.
  lineage INTEGER,
  recipe TEXT NOT NULL,
  recipe_id TEXT NOT NULL,
  max_distance INTEGER NOT NULL,
  min_similarity REAL NOT NULL,
  -- From which containment on parts match; null: they do not.
  min_containment REAL,
  -- Level at which a match makes a duplicate: exact, page, article or similar.
  duplicate_if TEXT NOT NULL,
  -- Time to live of documents without one of their own; null: they stay.
  ttl_seconds INTEGER,
  keep_text INTEGER NOT NULL,
  -- How many refused ids a cluster remembers.
  keep_refused INTEGER NOT NULL,
  -- Least size of a family of which no similar document is stored; null: each is stored.
  keep_per_family INTEGER,
  -- 1: lines that a site repeats do not count (src/matching/site-lines.ts).
  site_lines INTEGER NOT NULL,
  -- Days for which contents of refused pages are kept; null: they are not. `refused_texts`: 1 with their texts.
  refused_days INTEGER,
  refused_texts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Counts of rows: `bare` counts contents without evidence, `expiring` documents with an expiry, `released` contents in
  -- the table of this name, `claims` documents that are claimed.
  documents INTEGER NOT NULL DEFAULT 0,
  contents INTEGER NOT NULL DEFAULT 0,
  bare INTEGER NOT NULL DEFAULT 0,
  fingerprints INTEGER NOT NULL DEFAULT 0,
  expiring INTEGER NOT NULL DEFAULT 0,
  released INTEGER NOT NULL DEFAULT 0,
  claims INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE documents (
  number INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  id TEXT NOT NULL,
  content INTEGER NOT NULL,
  -- 0: the only document of its content; 1: one of several, or what is left of them.
  shared INTEGER NOT NULL,
  -- Hash of the site in the id (src/store/rules/host.ts); null: the id is no address.
  site INTEGER,
  metadata TEXT,
  -- Facts that the page states about itself, as JSON (src/detector/kept-facts.ts); null: none is known.
  page TEXT,
  revision INTEGER NOT NULL,
  stored_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  seen_count INTEGER NOT NULL,
  -- From this time on the document counts as absent; null: it stays. The sweep removes its row later.
  expires_at INTEGER,
  -- Milliseconds for which the document was requested to live; null exactly if `expires_at` is.
  lifetime_ms INTEGER
) STRICT;

-- Finds the present documents of a content without reading expired ones.
CREATE INDEX documents_by_content_expiry ON documents (content, expires_at);

-- The order of matches within one content: the first rows of a range are the answer. Only of shared documents,
-- because nearly all contents have one. SQLite uses it if a statement says `shared = 1`.
CREATE INDEX documents_by_content_age ON documents (content, stored_at, id) WHERE shared = 1;

-- The same of one site, for searches that compare only its documents.
CREATE INDEX documents_by_content_site ON documents (content, site, stored_at, id) WHERE shared = 1 AND site IS NOT NULL;

-- The documents of one content that were requested to live longest. Only of shared documents, as above.
CREATE INDEX documents_by_content_lifetime ON documents (content, lifetime_ms DESC, stored_at, id) WHERE shared = 1;

-- The documents of a site that were stored or replaced last, whose pages teach the lines that it repeats.
CREATE INDEX documents_by_site ON documents (collection, site, updated_at) WHERE site IS NOT NULL;

-- Only documents with an expiry.
CREATE INDEX documents_by_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;

-- Documents by id (src/store/sqlite/tables/document-ids.ts): those that came lately, and all others. Those that came
-- last are in memory.
CREATE TABLE recent_ids (
  collection INTEGER NOT NULL, id TEXT NOT NULL, document INTEGER NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_ids (
  collection INTEGER NOT NULL, id TEXT NOT NULL, document INTEGER NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;

-- One row. All documents up to `up_to` are in one of these two tables; `recent` is the number of rows of the
-- first one.
CREATE TABLE ids_moved (
  up_to INTEGER NOT NULL,
  recent INTEGER NOT NULL
) STRICT;

INSERT INTO ids_moved VALUES (0, 0);

-- Documents that go by themselves at this time, unless their claimant confirms them. `record` is the rest of
-- the claim (src/store/contract/claims.ts), as `v8.serialize` writes it: the first decision, the former
-- version, and the documents that it replaces.
CREATE TABLE claims (
  document INTEGER PRIMARY KEY,
  claimant TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  record BLOB NOT NULL
) STRICT;

CREATE INDEX claims_by_expiry ON claims (expires_at);

-- No index: contents are found by rows of `chunks`.
CREATE TABLE contents (
  number INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  -- The 64 bits as a signed integer.
  fingerprint INTEGER NOT NULL,
  exact_hash BLOB NOT NULL,
  -- Null for a fingerprint from elsewhere.
  feature_count INTEGER,
  short_text INTEGER NOT NULL,
  -- One byte a value; null: none.
  sketch BLOB,
  -- Distinct ones, of which the sketch is; null: none.
  shingles INTEGER,
  -- What the text says (src/fingerprint/evidence.ts); null: no text is known.
  evidence BLOB,
  -- What parts are found by: the number of shingles, then hashes of some; null: none.
  parts BLOB,
  -- The extractor that took the text from a page; null if the content was no page.
  extractor INTEGER
) STRICT;

-- In a table of their own, so that the rows of contents stay small.
CREATE TABLE texts (
  content INTEGER PRIMARY KEY,
  text BLOB NOT NULL
) STRICT;

-- `name` includes the version. A row stays when the last content that refers to it is deleted.
CREATE TABLE extractors (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Derived tables: their rows are made from contents, pass through the write buffer in memory, and move
-- to the disk in their order (src/store/sqlite/write-buffer/write-buffer.ts).

-- One table for each 16-bit block of a fingerprint, with posting lists
-- (src/store/sqlite/write-buffer/posting-lists.ts): `rests` are the other 48 bits of the fingerprints
-- that have the block, 6 bytes each. The key has the number of the collection, negative for contents without
-- evidence (29 bits), the level of the list (1), the block (16), and the number of the list (18), which other columns
-- show without taking space.
CREATE TABLE blocks_0 (
  number INTEGER PRIMARY KEY, rests BLOB NOT NULL,
  collection INTEGER AS (number >> 35), level INTEGER AS (number >> 34 & 1),
  block INTEGER AS (number >> 18 & 65535), list INTEGER AS (number & 262143)
) STRICT;

CREATE TABLE blocks_1 (
  number INTEGER PRIMARY KEY, rests BLOB NOT NULL,
  collection INTEGER AS (number >> 35), level INTEGER AS (number >> 34 & 1),
  block INTEGER AS (number >> 18 & 65535), list INTEGER AS (number & 262143)
) STRICT;

CREATE TABLE blocks_2 (
  number INTEGER PRIMARY KEY, rests BLOB NOT NULL,
  collection INTEGER AS (number >> 35), level INTEGER AS (number >> 34 & 1),
  block INTEGER AS (number >> 18 & 65535), list INTEGER AS (number & 262143)
) STRICT;

CREATE TABLE blocks_3 (
  number INTEGER PRIMARY KEY, rests BLOB NOT NULL,
  collection INTEGER AS (number >> 35), level INTEGER AS (number >> 34 & 1),
  block INTEGER AS (number >> 18 & 65535), list INTEGER AS (number & 262143)
) STRICT;

-- Rows in sorted runs (src/store/sqlite/runs/sorted-runs.ts) of the indexes of contents: bands and landmarks of
-- sketches, whole fingerprints, exact hashes, parts. A row has a key and a value, which is the number of a content.

-- A run has the rows of the values above `after` up to `up_to`. `level`: how often its rows were merged.
-- `value_count`: how many values had rows when it was written. `begun_at`: the last value that there was when it was
-- begun. `state`: 0, it is being written; 1, it is complete; 2, its rows are being deleted.
CREATE TABLE content_runs (
  number INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  after INTEGER NOT NULL,
  up_to INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  value_count INTEGER NOT NULL,
  state INTEGER NOT NULL
) STRICT;

-- Rows of a run up to the last one that is named, behind the segment before. `filter` is a Bloom filter of their
-- keys.
CREATE TABLE content_segments (
  number INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  last_space INTEGER NOT NULL,
  last_key INTEGER NOT NULL,
  last_value INTEGER NOT NULL,
  filter BLOB NOT NULL
) STRICT;

CREATE INDEX content_segments_by_run ON content_segments (run);

-- Rows of a run and of one space, packed (src/store/sqlite/runs/chunk.ts), found by the first of them.
CREATE TABLE content_chunks (
  number INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  space INTEGER NOT NULL,
  key INTEGER NOT NULL,
  value INTEGER NOT NULL,
  rows BLOB NOT NULL,
  UNIQUE (run, space, key, value)
) STRICT;

-- Contents that were removed while runs had rows of them: a bit for each, 4,096 a page.
CREATE TABLE removed_contents (
  page INTEGER PRIMARY KEY,
  bits BLOB NOT NULL
) STRICT;

-- One row: how far rows have moved to the derived tables. All rows of contents up to `up_to` have moved.
-- Of later contents up to `moving_to`, the rows of block tables before `at_table` have moved, and the rows
-- of this table before (`at_collection`, `at_key`). So a process continues where another one was killed;
-- the run of these contents is begun again.
-- Rows of still later contents may be missing; an opening makes them again.
CREATE TABLE moves (
  up_to INTEGER NOT NULL,
  moving_to INTEGER NOT NULL,
  at_table INTEGER NOT NULL,
  at_collection INTEGER NOT NULL,
  at_key INTEGER NOT NULL
) STRICT;

INSERT INTO moves VALUES (0, 0, 0, 0, 0);

-- Work that operations leave to the sweep (src/store/sqlite/engine/sweep.ts), so that none takes long.

-- Contents that had no document when they were noted. Their rows are spread over the indexes.
CREATE TABLE released (
  content INTEGER PRIMARY KEY
) STRICT;

-- Lineages whose collection was replaced by its successor. Members up to `after` already have the seats
-- of the successor.
CREATE TABLE reseated (
  lineage INTEGER PRIMARY KEY,
  after TEXT NOT NULL
) STRICT;

-- Ids that were written or deleted in a collection since its successor was begun. `collection` is the
-- generation of the successor, so these rows are deleted with it.
CREATE TABLE changes (
  collection INTEGER NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;

-- Outcomes of requests with an Idempotency-Key, for repetitions. `key` is the SHA-256 of the API key with
-- the key of the client, `request` the SHA-256 of the request. Rows come in the order in which they
-- expire. So the table and its indexes by expiry grow at one end, and only writes to the index by key
-- are spread.
CREATE TABLE idempotency_records (
  number INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  request BLOB NOT NULL,
  owner TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  note TEXT NOT NULL,
  outcome BLOB NOT NULL
) STRICT;

CREATE INDEX idempotency_records_by_expiry ON idempotency_records (expires_at);

-- If an owner needs room, its oldest records are deleted first.
CREATE INDEX idempotency_records_by_owner ON idempotency_records (owner, expires_at);

-- `bytes` is the size of the records of an owner: 200 a row, and the bytes of its texts. The empty owner
-- has the sum of all owners.
CREATE TABLE idempotency_owners (
  owner TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Clusters of documents with a match. `members` counts stored and refused members, `size` stored ones. `last_seat` is
-- the highest seat that was ever given. `chosen` is the seat of the stored member that a person made the
-- representative; null: it is the one with the lowest seat.
CREATE TABLE clusters (
  number INTEGER PRIMARY KEY,
  lineage INTEGER NOT NULL,
  id TEXT NOT NULL,
  members INTEGER NOT NULL,
  size INTEGER NOT NULL,
  last_seat INTEGER NOT NULL,
  chosen INTEGER,
  -- Of the members; null: none has one.
  least_similarity REAL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (lineage, id)
) STRICT;

CREATE INDEX clusters_by_similarity ON clusters (lineage, least_similarity, id)
WHERE least_similarity IS NOT NULL;

CREATE INDEX clusters_by_members ON clusters (lineage, members DESC, id);

-- A document, or a refused id (`stored` is 0), is in one cluster at most. The columns of the match are all
-- null for the first member of a cluster. `similarity` is also null if the match has none.
CREATE TABLE members (
  lineage INTEGER NOT NULL,
  id TEXT NOT NULL,
  cluster INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  match_id TEXT,
  match_seat INTEGER,
  distance INTEGER,
  similarity REAL,
  exact INTEGER,
  -- 0 if the member is only similar to its match.
  adds_nothing INTEGER,
  -- JSON (src/matching/containment.ts); null: not known.
  containment TEXT,
  matched_at INTEGER,
  PRIMARY KEY (lineage, id)
) STRICT, WITHOUT ROWID;

-- The first row of a cluster is its representative, unless one was chosen.
CREATE INDEX members_by_cluster ON members (cluster, stored DESC, seat);

-- Pairs that were declared to be no duplicates. `a` comes before `b` by UTF-8 bytes.
CREATE TABLE separations (
  lineage INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (lineage, a, b)
) STRICT, WITHOUT ROWID;

CREATE INDEX separations_by_other ON separations (lineage, b, a);

-- What people said of pairs: same, version or different. `a` comes before `b` by UTF-8 bytes.
CREATE TABLE labels (
  lineage INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (lineage, a, b)
) STRICT, WITHOUT ROWID;

CREATE INDEX labels_by_other ON labels (lineage, b, a);

-- Decisions of checks since the beginning.
CREATE TABLE decision_totals (
  lineage INTEGER PRIMARY KEY,
  new INTEGER NOT NULL,
  similar INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL
) STRICT;

-- Histograms of the best matches: bins 0 to 64 count distances, the next 20 similarities.
CREATE TABLE decision_bins (
  lineage INTEGER NOT NULL,
  bin INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (lineage, bin)
) STRICT, WITHOUT ROWID;

-- `hour` is the time at which the hour began.
CREATE TABLE decision_hours (
  lineage INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  new INTEGER NOT NULL,
  similar INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  PRIMARY KEY (lineage, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX decision_hours_by_hour ON decision_hours (hour);

-- `day` is the time at which the day (UTC) began; `host` (src/store/rules/host.ts) is empty for ids that are no URLs.
CREATE TABLE decision_hosts (
  lineage INTEGER NOT NULL,
  day INTEGER NOT NULL,
  host TEXT NOT NULL,
  new INTEGER NOT NULL,
  similar INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  PRIMARY KEY (lineage, day, host)
) STRICT, WITHOUT ROWID;

CREATE INDEX decision_hosts_by_day ON decision_hosts (day);

-- Decisions of checks that may lose a page, one a row (src/store/sqlite/observers/decision-log.ts). `decision`: 0,
-- duplicate; 1, similar; 2, changed; 3, replaced. `match_prefix` is the number of characters that the match has in common with the beginning of the id, and
-- `match_rest` what follows; null: there is no match. `similarity` is in ten-thousandths, `certainty` in thousandths.
CREATE TABLE decision_log (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  lineage INTEGER NOT NULL,
  -- 1: the record is in the indexes of this table; 0: it is one of the newest.
  indexed INTEGER NOT NULL,
  -- Hashes of the id and the match (src/store/sqlite/tables/decision-rows.ts).
  id_hash INTEGER,
  match_hash INTEGER,
  at INTEGER NOT NULL,
  decision INTEGER NOT NULL,
  -- Bits: 1, stored; 2, exact; 4, its family was full; 8 and 16, a person found it right or wrong; 32, its match is gone,
  -- and the page is stored nowhere; 64, it outlives its match; 128, its match is much longer.
  flags INTEGER NOT NULL,
  id TEXT,
  match_prefix INTEGER,
  match_rest TEXT,
  distance INTEGER,
  similarity INTEGER,
  -- Null: the document was stored.
  certainty INTEGER,
  -- Numbers of 7 bits a byte, in the order of the code; null: not known.
  adds BLOB,
  title TEXT
) STRICT;

-- Each index begins with the shelf of a record (src/store/sqlite/tables/decision-shelves.ts): 8,192 adjacent numbers, of
-- which 2,048 at a time enter the indexes.
CREATE INDEX decision_log_by_id ON decision_log (number >> 13, lineage, id_hash) WHERE indexed = 1;

CREATE INDEX decision_log_by_match ON decision_log (number >> 13, lineage, match_hash)
WHERE indexed = 1 AND match_hash IS NOT NULL;

CREATE INDEX decision_log_by_certainty ON decision_log (number >> 13, lineage, certainty)
WHERE indexed = 1 AND certainty IS NOT NULL;

-- Few records: in the order of their numbers, and by id.
CREATE INDEX decision_log_gone ON decision_log (lineage) WHERE flags & 32 <> 0;

CREATE INDEX decision_log_gone_by_id ON decision_log (lineage, id_hash) WHERE flags & 32 <> 0;

-- Documents that were deleted or got other content, until the decisions with them as match up to number `up_to` have been
-- examined.
CREATE TABLE gone_matches (
  number INTEGER PRIMARY KEY,
  lineage INTEGER NOT NULL,
  id TEXT NOT NULL,
  up_to INTEGER NOT NULL
) STRICT;

-- Contents of refused pages, by the numbers of their decisions. `record` is the signature and what a document is made
-- of besides, the version that the id had, and what was created from the page, as `v8.serialize` writes it
-- (src/store/sqlite/observers/decision-log.ts); `text` is null if it is not kept.
CREATE TABLE refused_pages (
  decision INTEGER PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  record BLOB NOT NULL,
  text BLOB
) STRICT;

CREATE INDEX refused_pages_by_expiry ON refused_pages (expires_at);

CREATE TRIGGER refused_pages_follow_decisions AFTER DELETE ON decision_log BEGIN
  DELETE FROM refused_pages WHERE decision = old.number;
END;

-- Jobs of the service: those that run, and the last 100 that have ended. `record` is JSON (src/detector/jobs.ts).
CREATE TABLE jobs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  has_ended INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
