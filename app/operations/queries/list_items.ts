import db from '@adonisjs/lucid/services/db'
import type { OperationItem } from '#operations/rules/operation'
import { rows } from '#kernel/database/sql'

export type ItemList = {
  outcome?: OperationItem['outcome']
  limit: number
  /** The index of the last item of the previous page. */
  cursor?: number
}

/** The skipped and failed items of an operation, in order. The caller must have found the operation in its scope. */
export default class ListItems {
  async execute(operationId: string, { outcome, limit, cursor }: ItemList) {
    const found = await rows<OperationItem>(
      db.connection(),
      `select index, line, license_id as "licenseId", key, outcome, code, message from operation_items
       where operation_id = ? and (?::text is null or outcome = ?) and index > ?
       order by index limit ?`,
      [operationId, outcome ?? null, outcome ?? null, cursor ?? -1, limit + 1]
    )
    const items = found.slice(0, limit)
    return { items, nextCursor: found.length > limit ? String(items.at(-1)!.index) : null }
  }
}
