-- A content and every neighbour that is less than it are tied to the least of these. Both stars in
-- turn end in one star for each component, after some log² rounds.
WITH down AS (
  SELECT greatest(a, b) AS u, least(a, b) AS v FROM large
), known AS (
  SELECT u, min(v) AS m FROM down GROUP BY u
)
SELECT v AS a, m AS b FROM down JOIN known USING (u) WHERE v <> m
UNION
SELECT u AS a, m AS b FROM known
