-- What a recording has more of on one kernel than on another, for every struct and every two kernels, and whether the
-- struct has the same layout on both.
WITH kernels AS (
  SELECT kernel, MAX(kernel_release) AS kernel_release, COUNT(DISTINCT capture) AS recordings
  FROM hitmap_rows
  GROUP BY kernel
),
structs AS (
  SELECT name, kernel, SUM(hits) AS hits, MIN(struct_key) AS first_key, MAX(struct_key) AS last_key
  FROM hitmap_rows
  GROUP BY name, kernel
),
each AS (
  SELECT
    names.name AS name,
    kernels.kernel AS kernel,
    kernels.kernel_release AS kernel_release,
    COALESCE(CAST(structs.hits AS DOUBLE), 0) / kernels.recordings AS hits_each,
    structs.first_key AS first_key,
    structs.last_key AS last_key
  FROM (SELECT DISTINCT name FROM hitmap_rows) names
  CROSS JOIN kernels
  LEFT JOIN structs ON structs.name = names.name AND structs.kernel = kernels.kernel
)
SELECT
  worse.name AS name,
  base.kernel_release AS before_release,
  worse.kernel_release AS after_release,
  ROUND(base.hits_each, 2) AS before_each,
  ROUND(worse.hits_each, 2) AS after_each,
  ROUND(worse.hits_each / NULLIF(base.hits_each, 0), 2) AS times,
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
ORDER BY ROUND(worse.hits_each - base.hits_each, 6) DESC, name, before_kernel, after_kernel
