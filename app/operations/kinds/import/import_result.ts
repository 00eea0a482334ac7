import { rows, type SqlExecutor } from '#kernel/database/sql'
import { isImportColumn } from '#operations/transfer/import_columns'
import type { Import } from './params.js'

/** The result of an import (contract#import): the numbers of created and changed licenses, and the unused columns. */
export async function importResult(client: SqlExecutor, { id, params }: Import) {
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
  const unknown = params.columns.filter((name) => !isImportColumn(name))
  return { created: sums.created, updated: sums.updated, ignoredColumns: [...unknown, ...sums.ignored] }
}
