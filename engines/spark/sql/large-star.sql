-- Every neighbour that is greater than a content is tied to the least that it knows (Kiveris,
-- Lattanzi, Mirrokni, Rastogi, Vassilvitskii: Connected Components in MapReduce and Beyond, 2014).
WITH both AS (
  SELECT a AS u, b AS v FROM edges UNION ALL SELECT b AS u, a AS v FROM edges
), known AS (
  SELECT u, least(u, min(v)) AS m FROM both GROUP BY u
)
SELECT DISTINCT v AS a, m AS b FROM both JOIN known USING (u) WHERE v > u
