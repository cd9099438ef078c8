-- Equal contents once: 200,000 copies of a page are one from here on.
WITH documents AS (
  SELECT ord, hash, id, from_json(signed,
    'fingerprint STRING, shortText BOOLEAN, sketch STRING', map('mode', 'FAILFAST')) AS of
  FROM rows WHERE hash IS NOT NULL
)
SELECT hash, min(ord) AS ord, min_by(id, ord) AS id,
  any_value(of.fingerprint) AS fingerprint,
  CAST(conv(any_value(of.fingerprint), 16, -10) AS BIGINT) AS bits,
  any_value(CASE WHEN of.shortText THEN 'short' ELSE 'long' END) AS length,
  any_value(of.sketch) AS sketch
FROM documents GROUP BY hash
