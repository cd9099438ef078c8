-- Which documents of a content are present, without a walk through those that have expired.
CREATE INDEX documents_by_content_expiry ON documents (content, expires_at);
