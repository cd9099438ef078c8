-- All rows that are made from contents gather in memory and move to the disk in their order, so what
-- may be missing on disk is said once, for all of these tables (src/store/sqlite/gathering.ts).
--
--   contents ──fingerprint──► blocks_0 .. blocks_3, contents_by_fingerprint
--            ──exact_hash──► contents_by_hash      ──sketch──► bands

-- Rows of contents with larger numbers may be missing in the tables above.
CREATE TABLE merged (
  up_to INTEGER NOT NULL
) STRICT;

INSERT INTO merged SELECT coalesce(
  (SELECT min(content) - 1 FROM unmerged),
  (SELECT max(number) FROM contents),
  0);

DROP TABLE unmerged;

-- `prefix` is the first 48 bits of a fingerprint, as a signed integer: 6 bytes.
CREATE TABLE contents_by_fingerprint (
  collection INTEGER NOT NULL, prefix INTEGER NOT NULL, content INTEGER NOT NULL,
  PRIMARY KEY (collection, prefix, content)
) STRICT, WITHOUT ROWID;

INSERT INTO contents_by_fingerprint
SELECT collection, fingerprint >> 16, number FROM contents ORDER BY 1, 2, 3;

-- `hash` is the first 48 bits of the exact hash with half their range subtracted: 6 bytes.
CREATE TABLE contents_by_hash (
  collection INTEGER NOT NULL, hash INTEGER NOT NULL, content INTEGER NOT NULL,
  PRIMARY KEY (collection, hash, content)
) STRICT, WITHOUT ROWID;

INSERT INTO contents_by_hash
SELECT collection,
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 1, 1)) - 1) << 44) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 2, 1)) - 1) << 40) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 3, 1)) - 1) << 36) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 4, 1)) - 1) << 32) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 5, 1)) - 1) << 28) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 6, 1)) - 1) << 24) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 7, 1)) - 1) << 20) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 8, 1)) - 1) << 16) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 9, 1)) - 1) << 12) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 10, 1)) - 1) << 8) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 11, 1)) - 1) << 4) +
  ((instr('0123456789ABCDEF', substr(hex(exact_hash), 12, 1)) - 1) << 0) - (1 << 47),
  number
FROM contents ORDER BY 1, 2, 3;

-- Without UNIQUE (collection, fingerprint, exact_hash), whose index the two tables above replace.
CREATE TABLE contents_without_index (
  number INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  fingerprint INTEGER NOT NULL,
  exact_hash BLOB NOT NULL,
  feature_count INTEGER,
  short_text INTEGER NOT NULL,
  sketch BLOB
) STRICT;

INSERT INTO contents_without_index
SELECT number, collection, fingerprint, exact_hash, feature_count, short_text, sketch FROM contents;

DROP TABLE contents;

ALTER TABLE contents_without_index RENAME TO contents;
