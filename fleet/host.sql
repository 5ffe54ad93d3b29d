-- Machines beside the others of the same kernel: hits of a recording, and how many times what the others have.
WITH machines AS (
  SELECT
    machine,
    kernel,
    MAX(kernel_release) AS kernel_release,
    COUNT(DISTINCT capture) AS recordings,
    SUM(hits) AS all_hits,
    CAST(SUM(hits) AS DOUBLE) / COUNT(DISTINCT capture) AS exact_each
  FROM hitmap_rows
  GROUP BY machine, kernel
),
beside AS (
  SELECT
    machine,
    kernel,
    kernel_release,
    recordings,
    all_hits,
    exact_each,
    (SUM(exact_each) OVER (PARTITION BY kernel) - exact_each)
      / NULLIF(CAST(COUNT(*) OVER (PARTITION BY kernel) - 1 AS DOUBLE), 0) AS exact_others
  FROM machines
)
SELECT
  machine,
  kernel_release,
  kernel,
  CAST(recordings AS BIGINT) AS recordings,
  CAST(all_hits AS BIGINT) AS hits,
  ROUND(exact_each, 2) AS hits_each,
  ROUND(exact_others, 2) AS others_each,
  ROUND(exact_each / NULLIF(exact_others, 0), 2) AS times_others
FROM beside
ORDER BY ROUND(COALESCE(exact_each / NULLIF(exact_others, 0), 0), 6) DESC, machine, kernel
