-- What each machine has of each layout of a struct: the spread over the fleet.
WITH machines AS (
  SELECT
    r.name,
    COALESCE(r.struct_key, '(unknown)') AS layout,
    r.machine,
    r.kernel,
    COALESCE(MAX(r.kernel_release), '(unknown)') AS release_name,
    COUNT(DISTINCT r.capture) AS captures,
    SUM(r.hits) AS all_hits,
    SUM(r.all_stores) AS sum_stores
  FROM hitmap_rows r
  WHERE r.struct_name IS NOT NULL
  GROUP BY r.name, COALESCE(r.struct_key, '(unknown)'), r.machine, r.kernel
)
SELECT
  name,
  layout,
  machine,
  release_name AS kernel_release,
  kernel,
  CAST(captures AS BIGINT) AS recordings,
  CAST(all_hits AS BIGINT) AS hits,
  CAST(sum_stores AS BIGINT) AS stores,
  FLOOR(100 * (CAST(all_hits AS DOUBLE) / captures) + 0.5) / 100 AS hits_each
FROM machines
ORDER BY hits DESC, name, layout, machine, kernel
