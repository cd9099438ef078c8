-- What belongs into one component: contents that match and, for a replay, the versions of one id and
-- contents of one family.
SELECT split_part(line, '\t', 2) AS a, split_part(line, '\t', 3) AS b
FROM pairs WHERE startswith(line, 'match\t') OR ({with_ids} AND startswith(line, 'id\t'))
UNION
SELECT versions.first AS a, rows.hash AS b
FROM rows JOIN (
  SELECT id, min(hash) AS first FROM rows GROUP BY id HAVING min(hash) <> max(hash)
) AS versions USING (id)
WHERE {with_ids} AND rows.hash <> versions.first
