-- Kernels by what a recording on them has. Two may have one release.
WITH kernels AS (
  SELECT
    r.kernel,
    MAX(r.kernel_release) AS kernel_release,
    COUNT(DISTINCT r.host) AS machines,
    COUNT(DISTINCT r.capture) AS recordings,
    SUM(r.hits) AS all_hits,
    CAST(SUM(r.hits) AS DOUBLE) / COUNT(DISTINCT r.capture) AS exact_each
  FROM hitmap_rows r
  GROUP BY r.kernel
)
SELECT
  kernel,
  kernel_release,
  CAST(machines AS BIGINT) AS machines,
  CAST(recordings AS BIGINT) AS recordings,
  CAST(all_hits AS BIGINT) AS hits,
  FLOOR(100 * exact_each + 0.5) / 100 AS hits_each
FROM kernels
ORDER BY exact_each DESC, kernel
