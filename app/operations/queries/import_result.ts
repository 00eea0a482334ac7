import { isImportColumn } from '#operations/transfer/import_columns'
import { rows, type SqlClient } from '#kernel/database/sql'
import type { OperationRow } from './find_operation.js'

/** The result of an import (contract#import): rows that went in, rows that changed a license, columns not used. */
export async function importResult(client: SqlClient, { id, params }: OperationRow) {
  const [sums] = await rows<{ created: number; updated: number; ignored: string[] }>(
    client,
    `select coalesce(sum((source->>'created')::int), 0)::int as created,
       coalesce(sum((source->>'updated')::int), 0)::int as updated,
       array(select distinct jsonb_array_elements_text(f.source->'ignored')
         from operation_chunks f where f.operation_id = ? and f.done_at is not null order by 1 limit 1000
       ) as ignored
     from operation_chunks where operation_id = ? and done_at is not null`,
    [id, id]
  )
  const columns = (params.columns as string[] | undefined) ?? []
  const ignoredColumns = [...columns.filter((name) => !isImportColumn(name)), ...sums.ignored]
  return { created: sums.created, updated: sums.updated, ignoredColumns }
}
