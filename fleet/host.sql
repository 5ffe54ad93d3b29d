-- Machines beside the others of the same kernel: hits of a recording, and how many times what the others have.
WITH machines AS (
  SELECT
    machine,
    kernel,
    MAX(kernel_release) AS kernel_release,
    COUNT(DISTINCT capture) AS recordings,
    SUM(hits) AS hits,
    CAST(SUM(hits) AS DOUBLE) / COUNT(DISTINCT capture) AS hits_each
  FROM hitmap_rows
  GROUP BY machine, kernel
),
beside AS (
  SELECT
    machines.*,
    SUM(hits_each) OVER (PARTITION BY kernel) - hits_each AS others_sum,
    COUNT(*) OVER (PARTITION BY kernel) - 1 AS others
  FROM machines
)
SELECT
  machine,
  kernel_release,
  kernel,
  CAST(recordings AS BIGINT) AS recordings,
  CAST(hits AS BIGINT) AS hits,
  ROUND(hits_each, 2) AS hits_each,
  ROUND(others_sum / NULLIF(CAST(others AS DOUBLE), 0), 2) AS others_each,
  ROUND(hits_each / NULLIF(others_sum / NULLIF(CAST(others AS DOUBLE), 0), 0), 2) AS times_others
FROM beside
ORDER BY COALESCE(hits_each / NULLIF(others_sum / NULLIF(CAST(others AS DOUBLE), 0), 0), 0) DESC, machine, kernel
