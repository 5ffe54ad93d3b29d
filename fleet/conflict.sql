-- Members in conflict: one that suffers and another that is written on the same cache line of the same layout.
WITH members AS (
  SELECT
    r.name,
    COALESCE(r.struct_key, '(unknown)') AS layout,
    r.struct_line,
    r.member_path,
    SUM(r.hits) AS hits,
    SUM(r.all_stores) AS stores,
    COUNT(DISTINCT r.host) AS machines
  FROM hitmap_rows r
  WHERE r.member_path IS NOT NULL
  GROUP BY r.name, COALESCE(r.struct_key, '(unknown)'), r.struct_line, r.member_path
)
SELECT
  suffers.name AS name,
  suffers.layout AS layout,
  suffers.struct_line AS struct_line,
  suffers.member_path AS suffers,
  writes.member_path AS writes,
  CAST(suffers.hits AS BIGINT) AS hits,
  CAST(writes.stores AS BIGINT) AS stores,
  CAST(suffers.machines AS BIGINT) AS machines
FROM members suffers
JOIN members writes
  ON writes.name = suffers.name
  AND writes.layout = suffers.layout
  AND writes.struct_line = suffers.struct_line
WHERE suffers.hits > 0 AND writes.stores > 0 AND suffers.member_path <> writes.member_path
ORDER BY hits DESC, stores DESC, name, layout, struct_line, suffers, writes
