import { parquetWriteBuffer } from 'hyparquet-writer';
import { VERSION } from '../../core/base/version';
import { COLUMNS, ROWS_SCHEMA, type FleetRow } from '../../core/format/rows/schema';

/** Rows as a Parquet file; names, units and meanings of its columns are in its own metadata. */
export function rowsParquet(rows: readonly FleetRow[]): Uint8Array {
  const columnData = COLUMNS.map(({ name, type }) => ({
    name,
    type,
    nullable: true,
    data: rows.map((row) => row[name]),
  }));
  const kvMetadata = [
    { key: 'hitmap.schema', value: String(ROWS_SCHEMA) },
    { key: 'hitmap.columns', value: JSON.stringify(COLUMNS) },
  ];
  const createdBy = `hitmap version ${VERSION}`;
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy }));
}
