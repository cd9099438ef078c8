-- Sketches and their bands, kept texts, and collections that are built to succeed others.
--
--   contents ──sketch──► bands (one row a band)      contents ──► texts, unmerged
--   collections ◄──successor_of── collections ◄── changes

-- `min_similarity` is 0.6 for collections of before, which have no sketches to use it.
ALTER TABLE collections ADD COLUMN min_similarity REAL NOT NULL DEFAULT 0.6;
ALTER TABLE collections ADD COLUMN keep_text INTEGER NOT NULL DEFAULT 0;

-- The generation that this collection, still without a name, is to take the place of. A collection
-- with neither a name nor this is a deleted one.
ALTER TABLE collections ADD COLUMN successor_of INTEGER;

-- One byte a value; null where there is none.
ALTER TABLE contents ADD COLUMN sketch BLOB;

-- `key` is a slice of a sketch with the number of the slice in front: which contents have it.
CREATE TABLE bands (
  collection INTEGER NOT NULL, key INTEGER NOT NULL, content INTEGER NOT NULL,
  PRIMARY KEY (collection, key, content)
) STRICT, WITHOUT ROWID;

-- Contents whose bands may not all be in `bands` yet, by the round of merging in which they came; the
-- missing ones can be made from their sketches (src/store/sqlite/band-index.ts).
CREATE TABLE unmerged (
  round INTEGER NOT NULL, content INTEGER NOT NULL,
  PRIMARY KEY (round, content)
) STRICT, WITHOUT ROWID;

-- In a table of their own, so that the rows of contents stay small.
CREATE TABLE texts (
  content INTEGER PRIMARY KEY,
  text BLOB NOT NULL
) STRICT;

-- Ids that were written or deleted in a collection since its successor was begun; `collection` is
-- the generation of the successor, so that they go with it.
CREATE TABLE changes (
  collection INTEGER NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;
