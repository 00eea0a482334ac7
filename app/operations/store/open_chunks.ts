import { firstRow, type SqlExecutor } from '#kernel/database/sql'

/** Whether an operation has unfinished chunks, including those that a worker is processing. */
export async function hasOpenChunks(executor: SqlExecutor, operationId: string): Promise<boolean> {
  const sql = 'select position from operation_chunks where operation_id = ? and done_at is null limit 1'
  return (await firstRow(executor, sql, [operationId])) !== null
}
