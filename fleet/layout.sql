-- Layouts of each struct by the kernels that have them.
SELECT
  name,
  COALESCE(struct_key, '(unknown)') AS layout,
  CAST(MAX(struct_bytes) AS BIGINT) AS size_bytes,
  kernel,
  COALESCE(MAX(kernel_release), '(unknown)') AS kernel_release,
  CAST(SUM(hits) AS BIGINT) AS hits,
  CAST(COUNT(DISTINCT machine) AS BIGINT) AS machines,
  CAST(COUNT(DISTINCT capture) AS BIGINT) AS recordings
FROM hitmap_rows
WHERE struct_name IS NOT NULL
GROUP BY name, COALESCE(struct_key, '(unknown)'), kernel
ORDER BY name, layout, kernel_release, kernel
