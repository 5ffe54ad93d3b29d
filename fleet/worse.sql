-- What a recording has more of on one kernel than on another, for every struct and every two kernels, and whether the
-- struct has the same layout on both.
WITH kernels AS (
  SELECT r.kernel, MAX(r.kernel_release) AS kernel_release, COUNT(DISTINCT r.capture) AS recordings
  FROM hitmap_rows r
  GROUP BY r.kernel
),
structs AS (
  SELECT r.name, r.kernel, SUM(r.hits) AS hits, MIN(r.struct_key) AS first_key, MAX(r.struct_key) AS last_key
  FROM hitmap_rows r
  GROUP BY r.name, r.kernel
),
each AS (
  SELECT
    names.name AS name,
    kernels.kernel AS kernel,
    kernels.kernel_release AS kernel_release,
    COALESCE(CAST(structs.hits AS DOUBLE), 0) / kernels.recordings AS hits_each,
    structs.first_key AS first_key,
    structs.last_key AS last_key
  FROM (SELECT DISTINCT r.name FROM hitmap_rows r) names
  CROSS JOIN kernels
  LEFT JOIN structs ON structs.name = names.name AND structs.kernel = kernels.kernel
)
SELECT
  worse.name AS name,
  base.kernel_release AS before_release,
  worse.kernel_release AS after_release,
  FLOOR(100 * base.hits_each + 0.5) / 100 AS before_each,
  FLOOR(100 * worse.hits_each + 0.5) / 100 AS after_each,
  FLOOR(100 * (worse.hits_each / NULLIF(base.hits_each, 0)) + 0.5) / 100 AS times,
  CASE
    WHEN base.first_key IS NULL OR worse.first_key IS NULL THEN 'unknown'
    WHEN base.first_key = worse.first_key AND base.last_key = worse.last_key THEN 'same'
    ELSE 'other'
  END AS layout,
  base.kernel AS before_kernel,
  worse.kernel AS after_kernel
FROM each base
JOIN each worse ON worse.name = base.name AND worse.kernel <> base.kernel
WHERE worse.hits_each > base.hits_each
ORDER BY FLOOR(1000000 * (worse.hits_each - base.hits_each) + 0.5) DESC, name, before_kernel, after_kernel
