-- A line for each key under which a content may meet another, in the columns of `neardup batch pairs`.
-- `masks` is empty where only sketches make candidates, `bands` where there are none; `flips` holds
-- the bits of each mask where the distance asks for keys with one bit flipped.
WITH keys AS (
  SELECT concat('m', number, '.', hex(bits & mask)) AS key, '=' AS role, contents.*
  FROM contents CROSS JOIN masks
  UNION ALL
  SELECT concat('m', number, '.', hex(bits & mask ^ bit)) AS key, '~' AS role, contents.*
  FROM contents CROSS JOIN flips
  UNION ALL
  SELECT concat('b', number, '.', hex(substring(unbase64(sketch), start, count))) AS key,
    '=' AS role, contents.*
  FROM contents CROSS JOIN bands WHERE sketch IS NOT NULL
)
SELECT key, concat_ws('\t', key, role, hash, fingerprint, length, coalesce(sketch, '-')) AS line
FROM keys
