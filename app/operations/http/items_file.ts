import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { failedRows } from '#operations/kinds/import/failed_rows'
import { IMPORT } from '#operations/kinds/import/params'
import type { OperationRow } from '#operations/kinds/registry'
import ListItems from '#operations/queries/list_items'
import { csvLine, plainCell, withMark } from '#kernel/text/csv_line'

const PAGE = 1000

/**
 * Sends a CSV file: for an import, the failed rows to be repaired and imported again; for any other operation, the
 * failed items with their errors (contract/01-changes#reads-for-a-console).
 * @throws Refusal NOT_FOUND once they are deleted (contract#retention)
 */
export function sendFailed({ response }: HttpContext, operation: OperationRow, bom = false) {
  const { id, type, retired } = operation
  if (retired) throw new Refusal('NOT_FOUND', { message: 'The rows were deleted: they are kept for 7 days' })
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', `attachment; filename="failed-${id}.csv"`)
  const file: AsyncIterable<string | Buffer> = type === IMPORT ? failedRows(operation) : failedItems(id)
  response.stream(Readable.from(bom ? withMark(file) : file))
}

async function* failedItems(id: string): AsyncGenerator<string> {
  const list = new ListItems()
  yield csvLine(['licenseId', 'key', 'code', 'error'], ',')
  let cursor: number | undefined
  do {
    const { items, nextCursor } = await list.execute(id, { outcome: 'failed', limit: PAGE, cursor })
    for (const { licenseId, key, code, message } of items) {
      // A bulk call may name any text as a key.
      yield csvLine([licenseId ?? '', key ?? '', code, message].map(plainCell), ',')
    }
    cursor = nextCursor === null ? undefined : Number(nextCursor)
  } while (cursor !== undefined)
}
