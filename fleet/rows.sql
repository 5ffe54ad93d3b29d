-- hitmap_rows: each row of hitmap_all once, however often its recording comes, from the copy whose binding is the most
-- certain. `hits` are loads that another cache answered: HITM, or peer snoops in Arm's reports.
SELECT
  copies.*,
  COALESCE(struct_name, '(unbound)') AS name,
  COALESCE(host, '(unknown)') AS machine,
  COALESCE(kernel_build_id, '(unknown)') AS kernel,
  COALESCE(hitm_local, 0) + COALESCE(hitm_remote, 0) + COALESCE(peer_local, 0) + COALESCE(peer_remote, 0) AS hits,
  COALESCE(loads, 0) AS all_loads,
  COALESCE(stores, 0) AS all_stores
FROM (
  SELECT
    hitmap_all.*,
    ROW_NUMBER() OVER (
      PARTITION BY capture, row_id
      ORDER BY
        CASE binding_confidence WHEN 'certain' THEN 0 WHEN 'uncertain' THEN 1 ELSE 2 END,
        COALESCE(struct_name, ''),
        COALESCE(struct_key, '')
    ) AS copy_number
  FROM hitmap_all
) copies
WHERE copy_number = 1
