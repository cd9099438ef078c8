-- Clusters of duplicates, pairs that are none, and what checks decided.
--
--   collections ──lineage──► clusters ◄── members       separations
--                       ├──► decision_totals, decision_hours

-- What is kept of a collection and of those that take its place by reindexing: the generation of the
-- first of them.
ALTER TABLE collections ADD COLUMN lineage INTEGER;
UPDATE collections SET lineage = coalesce(successor_of, generation);

-- How many ids a cluster remembers that were refused.
ALTER TABLE collections ADD COLUMN keep_refused INTEGER NOT NULL DEFAULT 100;

-- `members` counts stored and refused ones, `size` those that are stored. `last_seat` is the highest
-- that was ever given.
CREATE TABLE clusters (
  number INTEGER PRIMARY KEY,
  lineage INTEGER NOT NULL,
  id TEXT NOT NULL,
  members INTEGER NOT NULL,
  size INTEGER NOT NULL,
  last_seat INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (lineage, id)
) STRICT;

CREATE INDEX clusters_by_members ON clusters (lineage, members DESC, id);

-- A document, or an id that was refused (`stored` is 0), is in one cluster at most. The columns of the
-- match are null together for a member that was there before the others; `similarity` also where
-- there is none.
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
  matched_at INTEGER,
  PRIMARY KEY (lineage, id)
) STRICT, WITHOUT ROWID;

-- The first row of a cluster is its representative.
CREATE INDEX members_by_cluster ON members (cluster, stored DESC, seat);

-- `a` comes before `b` by UTF-8 bytes.
CREATE TABLE separations (
  lineage INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (lineage, a, b)
) STRICT, WITHOUT ROWID;

CREATE INDEX separations_by_other ON separations (lineage, b, a);

-- Since the beginning; distances and similarities are JSON arrays of counts.
CREATE TABLE decision_totals (
  lineage INTEGER PRIMARY KEY,
  new INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  distances TEXT NOT NULL,
  similarities TEXT NOT NULL
) STRICT;

-- `hour` is when it began, in milliseconds since 1970.
CREATE TABLE decision_hours (
  lineage INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  new INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  PRIMARY KEY (lineage, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX decision_hours_by_hour ON decision_hours (hour);
