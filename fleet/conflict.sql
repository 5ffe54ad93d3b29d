-- Victim and aggressor fields that share a cache line.
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
  victim.name AS name,
  victim.layout AS layout,
  victim.struct_line AS struct_line,
  victim.member_path AS victim_member,
  writer.member_path AS writer_member,
  CAST(victim.hits AS BIGINT) AS hits,
  CAST(writer.stores AS BIGINT) AS stores,
  CAST(victim.machines AS BIGINT) AS machines
FROM members victim
JOIN members writer
  ON writer.name = victim.name
  AND writer.layout = victim.layout
  AND writer.struct_line = victim.struct_line
WHERE victim.hits > 0 AND writer.stores > 0 AND victim.member_path <> writer.member_path
ORDER BY hits DESC, stores DESC, name, layout, struct_line, victim_member, writer_member
