-- Documents that expire.

-- From when on a document counts as absent, in milliseconds since 1970; null: it stays. `sweep`
-- removes its row some time later. The index has only those that expire.
ALTER TABLE documents ADD COLUMN expires_at INTEGER;
CREATE INDEX documents_by_expiry ON documents (expires_at) WHERE expires_at IS NOT NULL;

-- For how long documents are kept that come without a time of their own; null: for good.
ALTER TABLE collections ADD COLUMN ttl_seconds INTEGER;

-- How many of the documents have an expiry.
ALTER TABLE collections ADD COLUMN expiring INTEGER NOT NULL DEFAULT 0;
