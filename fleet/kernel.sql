-- Kernels by what a recording on them has. Two may have one release.
WITH kernels AS (
  SELECT
    kernel,
    MAX(kernel_release) AS kernel_release,
    COUNT(DISTINCT machine) AS machines,
    COUNT(DISTINCT capture) AS recordings,
    SUM(hits) AS all_hits,
    CAST(SUM(hits) AS DOUBLE) / COUNT(DISTINCT capture) AS exact_each
  FROM hitmap_rows
  GROUP BY kernel
)
SELECT
  kernel,
  kernel_release,
  CAST(machines AS BIGINT) AS machines,
  CAST(recordings AS BIGINT) AS recordings,
  CAST(all_hits AS BIGINT) AS hits,
  ROUND(exact_each, 2) AS hits_each
FROM kernels
ORDER BY exact_each DESC, kernel
