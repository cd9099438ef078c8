-- A line for each key under which a content may meet another, in the columns of `neardup batch pairs`.
-- `masks` is empty where only sketches make candidates, `bands` where there are none; `flips` holds
-- the bits of each mask where the distance asks for keys with one bit flipped. Behind the values of a
-- sketch stand the tails of its bands, which fill up each key to five bytes (src/fingerprint/minhash.ts).
-- What follows them is no part of a key.
WITH slices AS (
  SELECT contents.*, bands.*, unbase64(sketch) AS bytes, 5 - count AS tail
  FROM contents CROSS JOIN bands WHERE sketch IS NOT NULL
), keys AS (
  SELECT concat('m', number, '.', hex(bits & mask)) AS key, '=' AS role,
    hash, fingerprint, length, sketch
  FROM contents CROSS JOIN masks
  UNION ALL
  SELECT concat('m', number, '.', hex(bits & mask ^ bit)) AS key, '~' AS role,
    hash, fingerprint, length, sketch
  FROM contents CROSS JOIN flips
  UNION ALL
  SELECT concat('b', number, '.', hex(substring(bytes, start, count)),
      hex(substring(bytes, tails + number * tail + 1, tail))) AS key, '=' AS role,
    hash, fingerprint, length, sketch
  FROM slices
)
SELECT key, concat_ws('\t', key, role, hash, fingerprint, length, coalesce(sketch, '-')) AS line
FROM keys
