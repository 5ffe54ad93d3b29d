-- Members of each layout of a struct: who suffers, who writes.
SELECT
  name,
  COALESCE(struct_key, '(unknown)') AS layout,
  COALESCE(member_path, '(none)') AS member,
  CAST(SUM(hits) AS BIGINT) AS hits,
  CAST(SUM(all_loads) AS BIGINT) AS loads,
  CAST(SUM(all_stores) AS BIGINT) AS stores,
  CAST(COUNT(DISTINCT machine) AS BIGINT) AS machines
FROM hitmap_rows
WHERE struct_name IS NOT NULL
GROUP BY name, COALESCE(struct_key, '(unknown)'), COALESCE(member_path, '(none)')
ORDER BY hits DESC, name, layout, member
