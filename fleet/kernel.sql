-- Kernels by what a recording on them has. Two may have one release.
SELECT
  kernel,
  MAX(kernel_release) AS kernel_release,
  CAST(COUNT(DISTINCT machine) AS BIGINT) AS machines,
  CAST(COUNT(DISTINCT capture) AS BIGINT) AS recordings,
  CAST(SUM(hits) AS BIGINT) AS hits,
  ROUND(CAST(SUM(hits) AS DOUBLE) / COUNT(DISTINCT capture), 2) AS hits_each
FROM hitmap_rows
GROUP BY kernel
ORDER BY CAST(SUM(hits) AS DOUBLE) / COUNT(DISTINCT capture) DESC, kernel
