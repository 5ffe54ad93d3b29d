-- Machines beside the others of the same kernel: hits of a recording, and how many times what the others have.
WITH machines AS (
  SELECT
    r.machine,
    r.kernel,
    MAX(r.kernel_release) AS kernel_release,
    COUNT(DISTINCT r.capture) AS recordings,
    SUM(r.hits) AS all_hits,
    CAST(SUM(r.hits) AS DOUBLE) / COUNT(DISTINCT r.capture) AS exact_each
  FROM hitmap_rows r
  WHERE r.host IS NOT NULL
  GROUP BY r.machine, r.kernel
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
  FLOOR(100 * exact_each + 0.5) / 100 AS hits_each,
  FLOOR(100 * exact_others + 0.5) / 100 AS others_each,
  FLOOR(100 * (exact_each / NULLIF(exact_others, 0)) + 0.5) / 100 AS times_others
FROM beside
ORDER BY FLOOR(1000000 * (COALESCE(exact_each / NULLIF(exact_others, 0), 0)) + 0.5) DESC, machine, kernel
