-- What took the texts of contents from pages.
--
--   contents ──extractor──► extractors

-- `name` is a name with its version. A name stays when the last content that refers to it goes.
CREATE TABLE extractors (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Null for what came as text, as features or as a fingerprint, and for contents of before.
ALTER TABLE contents ADD COLUMN extractor INTEGER;
