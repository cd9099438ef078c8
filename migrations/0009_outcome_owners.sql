-- Whose outcomes are kept, and how much of the room for them each owner holds.

-- Whose those of before are is not known; they go within a day.
ALTER TABLE outcomes ADD COLUMN owner TEXT NOT NULL DEFAULT 'unknown';

-- What an owner has kept first goes first, where it needs room.
CREATE INDEX outcomes_by_owner ON outcomes (owner, expires_at);

-- `bytes` are those of the outcomes of an owner, 200 a row and those of its texts; an empty owner has
-- the sum of all.
CREATE TABLE outcome_owners (
  owner TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO outcome_owners
SELECT owner, sum(200 + octet_length(note) + octet_length(outcome)) FROM outcomes GROUP BY owner;

INSERT INTO outcome_owners
SELECT '', sum(bytes) FROM outcome_owners HAVING count(*) > 0;
