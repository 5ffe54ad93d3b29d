-- Layouts of each struct by the kernels that have them.
SELECT
  r.name,
  COALESCE(r.struct_key, '(unknown)') AS layout,
  CAST(MAX(r.struct_bytes) AS BIGINT) AS size_bytes,
  r.kernel,
  COALESCE(MAX(r.kernel_release), '(unknown)') AS kernel_release,
  CAST(SUM(r.hits) AS BIGINT) AS hits,
  CAST(COUNT(DISTINCT r.host) AS BIGINT) AS machines,
  CAST(COUNT(DISTINCT r.capture) AS BIGINT) AS recordings
FROM hitmap_rows r
WHERE r.struct_name IS NOT NULL
GROUP BY r.name, COALESCE(r.struct_key, '(unknown)'), r.kernel
ORDER BY name, layout, kernel_release, kernel
