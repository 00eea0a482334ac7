import db from '@adonisjs/lucid/services/db'
import type { OperationRow, OperationType } from '#operations/kinds/registry'
import type { OperationStatus } from '#operations/rules/operation'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { rows } from '#kernel/database/sql'
import { SELECT_OPERATIONS } from './find_operation.js'

export type OperationList = {
  type?: OperationType
  status?: OperationStatus
  dryRun?: boolean
  limit: number
  /** The id of the last operation of the previous page. */
  cursor?: string
}

/** The operations of a scope, newest first (contract#operation-routes). */
export default class ListOperations {
  async execute(scope: Scope, { type, status, dryRun, limit, cursor }: OperationList) {
    const own = inScope(scope, 'o')
    const found = await rows<OperationRow>(
      db.connection(),
      `${SELECT_OPERATIONS}
       where ${own.sql}
         and (?::text is null or o.type = ?) and (?::text is null or o.status = ?)
         and (?::boolean is null or o.dry_run = ?)
         and (?::uuid is null or o.id < ?::uuid)
       order by o.id desc limit ?`,
      [
        ...own.values,
        type ?? null,
        type ?? null,
        status ?? null,
        status ?? null,
        dryRun ?? null,
        dryRun ?? null,
        cursor ?? null,
        cursor ?? null,
        limit + 1,
      ]
    )
    const operations = found.slice(0, limit)
    return { operations, nextCursor: found.length > limit ? operations.at(-1)!.id : null }
  }
}
