-- Members of each layout of a struct: loads, stores and hits of each.
SELECT
  r.name,
  COALESCE(r.struct_key, '(unknown)') AS layout,
  COALESCE(r.member_path, '(none)') AS member,
  CAST(SUM(r.hits) AS BIGINT) AS hits,
  CAST(SUM(r.all_loads) AS BIGINT) AS loads,
  CAST(SUM(r.all_stores) AS BIGINT) AS stores,
  CAST(COUNT(DISTINCT r.host) AS BIGINT) AS machines
FROM hitmap_rows r
WHERE r.struct_name IS NOT NULL
GROUP BY r.name, COALESCE(r.struct_key, '(unknown)'), COALESCE(r.member_path, '(none)')
ORDER BY hits DESC, name, layout, member
