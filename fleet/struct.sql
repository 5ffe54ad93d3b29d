-- Hot structs by their share of the fleet's hits, and how these spread over the hosts. Recordings without a host count in
-- totals, not in per-host statistics.
WITH machines AS (
  SELECT r.name, r.machine, SUM(r.hits) AS hits
  FROM hitmap_rows r
  WHERE r.host IS NOT NULL
  GROUP BY r.name, r.machine
),
spread AS (
  SELECT
    name,
    SUM(CASE WHEN hits > 0 THEN 1 ELSE 0 END) AS machines,
    AVG(CASE WHEN hits > 0 THEN CAST(hits AS DOUBLE) END) AS mean_hits,
    MAX(hits) AS most_hits
  FROM machines
  GROUP BY name
),
structs AS (
  SELECT
    r.name,
    SUM(r.hits) AS hits,
    SUM(r.all_loads) AS loads,
    SUM(r.all_stores) AS stores,
    SUM(CASE WHEN r.binding_confidence = 'certain' THEN r.hits ELSE 0 END) AS certain_hits,
    COUNT(DISTINCT r.struct_key) AS layouts
  FROM hitmap_rows r
  GROUP BY r.name
),
whole AS (
  SELECT SUM(r.hits) AS hits FROM hitmap_rows r
)
SELECT
  structs.name AS name,
  CAST(structs.hits AS BIGINT) AS hits,
  FLOOR(100 * (100 * CAST(structs.hits AS DOUBLE) / NULLIF(CAST(whole.hits AS DOUBLE), 0)) + 0.5) / 100 AS share_percent,
  CAST(structs.certain_hits AS BIGINT) AS certain_hits,
  CAST(structs.loads AS BIGINT) AS loads,
  CAST(structs.stores AS BIGINT) AS stores,
  CAST(COALESCE(spread.machines, 0) AS BIGINT) AS machines,
  FLOOR(100 * spread.mean_hits + 0.5) / 100 AS mean_hits,
  CAST(spread.most_hits AS BIGINT) AS most_hits,
  CAST(structs.layouts AS BIGINT) AS layouts
FROM structs
LEFT JOIN spread ON spread.name = structs.name
CROSS JOIN whole
ORDER BY hits DESC, name
