-- Signed lines, `path|block|row`, tab, signed document, become rows with their place in the input.
-- Within a block of a file rows are numbered as they were read; blocks count in the order of their
-- paths and offsets, which is that of the input.
WITH lines AS (
  SELECT substring_index(line, '\t', 1) AS place, substring_index(line, '\t', -1) AS signed
  FROM signed WHERE NOT startswith(line, '#end\t')
), parts AS (
  SELECT
    split_part(place, '|', 1) AS path,
    CAST(split_part(place, '|', 2) AS BIGINT) AS block,
    CAST(split_part(place, '|', 3) AS BIGINT) AS row,
    signed,
    from_json(signed, 'id STRING, exactHash STRING', map('mode', 'FAILFAST')) AS document
  FROM lines
), blocks AS (
  SELECT path, block, min(row) AS first,
    sum(max(row) - min(row) + 1) OVER (
      ORDER BY path, block ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) - (max(row) - min(row) + 1) AS before
  FROM parts GROUP BY path, block
)
SELECT before + row - first AS ord, document.id AS id, document.exactHash AS hash, signed
FROM parts JOIN blocks USING (path, block)
