-- What a fleet has on each byte of each layout, by function: the rows of one report over all recordings. `starts` is
-- where in the struct the first byte of the cache line lies. What is on a line and in none of its rows has no byte and no
-- function; it goes with the other rows of its line.
WITH lines AS (
  SELECT r.capture, COALESCE(r.line, '') AS of_line, r.name, MIN(r.struct_offset - r.line_offset) AS starts
  FROM hitmap_rows r
  WHERE r.struct_offset IS NOT NULL
  GROUP BY r.capture, COALESCE(r.line, ''), r.name
),
bytes AS (
  SELECT
    listed.name AS name,
    COALESCE(listed.struct_key, '(unknown)') AS layout,
    listed.snoop AS snoop,
    CAST(lines.starts AS BIGINT) AS starts,
    CAST(listed.line_offset AS BIGINT) AS line_offset,
    listed.symbol AS symbol,
    listed.symbol_object AS symbol_object,
    CAST(SUM(COALESCE(listed.hitm_remote, 0)) AS BIGINT) AS hitm_remote,
    CAST(SUM(COALESCE(listed.hitm_local, 0)) AS BIGINT) AS hitm_local,
    CAST(SUM(COALESCE(listed.peer_remote, 0)) AS BIGINT) AS peer_remote,
    CAST(SUM(COALESCE(listed.peer_local, 0)) AS BIGINT) AS peer_local,
    CAST(SUM(listed.all_stores) AS BIGINT) AS stores,
    CAST(SUM(COALESCE(listed.samples, 0)) AS BIGINT) AS samples,
    CAST(MAX(listed.cpu_count) AS BIGINT) AS cpus,
    CAST(COUNT(DISTINCT listed.host) AS BIGINT) AS machines,
    CAST(COUNT(DISTINCT listed.capture) AS BIGINT) AS recordings
  FROM hitmap_rows listed
  JOIN lines
    ON lines.capture = listed.capture AND lines.name = listed.name AND lines.of_line = COALESCE(listed.line, '')
  GROUP BY
    listed.name, COALESCE(listed.struct_key, '(unknown)'), listed.snoop, lines.starts, listed.line_offset,
    listed.symbol, listed.symbol_object
)
SELECT * FROM bytes
ORDER BY name, layout, snoop, starts, hitm_remote DESC, hitm_local DESC, peer_remote DESC, stores DESC,
  COALESCE(line_offset, -1), COALESCE(symbol, ''), COALESCE(symbol_object, '')
