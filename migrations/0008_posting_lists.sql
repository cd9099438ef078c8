-- The block tables hold posting lists instead of a row for each fingerprint
-- (src/store/sqlite/posting-lists.ts): `rests` are the other 48 bits of the fingerprints that have the
-- block, 6 bytes each.

ALTER TABLE blocks_0 RENAME TO rows_0;
ALTER TABLE blocks_1 RENAME TO rows_1;
ALTER TABLE blocks_2 RENAME TO rows_2;
ALTER TABLE blocks_3 RENAME TO rows_3;

CREATE TABLE blocks_0 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, list INTEGER NOT NULL, rests BLOB NOT NULL,
  PRIMARY KEY (collection, block, list)
) STRICT, WITHOUT ROWID;

INSERT INTO blocks_0
SELECT collection, block, list,
  unhex(group_concat(printf('%012x', rest + (1 << 47)), '' ORDER BY rest))
FROM (
  SELECT collection, block, rest,
    (row_number() OVER (PARTITION BY collection, block ORDER BY rest) - 1) / 160 AS list
  FROM rows_0
)
GROUP BY collection, block, list;

DROP TABLE rows_0;

CREATE TABLE blocks_1 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, list INTEGER NOT NULL, rests BLOB NOT NULL,
  PRIMARY KEY (collection, block, list)
) STRICT, WITHOUT ROWID;

INSERT INTO blocks_1
SELECT collection, block, list,
  unhex(group_concat(printf('%012x', rest + (1 << 47)), '' ORDER BY rest))
FROM (
  SELECT collection, block, rest,
    (row_number() OVER (PARTITION BY collection, block ORDER BY rest) - 1) / 160 AS list
  FROM rows_1
)
GROUP BY collection, block, list;

DROP TABLE rows_1;

CREATE TABLE blocks_2 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, list INTEGER NOT NULL, rests BLOB NOT NULL,
  PRIMARY KEY (collection, block, list)
) STRICT, WITHOUT ROWID;

INSERT INTO blocks_2
SELECT collection, block, list,
  unhex(group_concat(printf('%012x', rest + (1 << 47)), '' ORDER BY rest))
FROM (
  SELECT collection, block, rest,
    (row_number() OVER (PARTITION BY collection, block ORDER BY rest) - 1) / 160 AS list
  FROM rows_2
)
GROUP BY collection, block, list;

DROP TABLE rows_2;

CREATE TABLE blocks_3 (
  collection INTEGER NOT NULL, block INTEGER NOT NULL, list INTEGER NOT NULL, rests BLOB NOT NULL,
  PRIMARY KEY (collection, block, list)
) STRICT, WITHOUT ROWID;

INSERT INTO blocks_3
SELECT collection, block, list,
  unhex(group_concat(printf('%012x', rest + (1 << 47)), '' ORDER BY rest))
FROM (
  SELECT collection, block, rest,
    (row_number() OVER (PARTITION BY collection, block ORDER BY rest) - 1) / 160 AS list
  FROM rows_3
)
GROUP BY collection, block, list;

DROP TABLE rows_3;
