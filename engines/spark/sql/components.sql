-- The component of every document: the least content of its star, its own content, or, where it was
-- refused, one of its own. `stars` has each content but the least one in `a`.
SELECT ord, rows.id, signed, coalesce(stars.b, rows.hash, concat('!', ord)) AS component
FROM rows LEFT JOIN stars ON rows.hash = stars.a
