-- What operations leave to the sweep (src/store/sqlite/sweep.ts), so that none of them takes long.

-- Contents that had no document when they were noted. Their rows lie all over the indexes.
CREATE TABLE released (
  content INTEGER PRIMARY KEY
) STRICT;

-- How many of the contents are noted there.
ALTER TABLE collections ADD COLUMN released INTEGER NOT NULL DEFAULT 0;

-- Lineages whose collection was replaced by its successor: members up to `after` are seated as the
-- successor holds them.
CREATE TABLE reseated (
  lineage INTEGER PRIMARY KEY,
  after TEXT NOT NULL
) STRICT;
