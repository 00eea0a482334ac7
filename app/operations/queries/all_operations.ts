import db from '@adonisjs/lucid/services/db'
import type { OperationRow, OperationType } from '#operations/kinds/registry'
import type { OperationStatus } from '#operations/rules/operation'
import { rows } from '#kernel/database/sql'
import { SELECT_OPERATIONS } from './find_operation.js'

export type OperationSearch = {
  orgId?: string
  type?: OperationType
  status?: OperationStatus
  limit: number
}

/** Operations of all orgs, newest first: for operators at the terminal, never for an HTTP request. */
export default class AllOperations {
  execute({ orgId, type, status, limit }: OperationSearch): Promise<OperationRow[]> {
    const [org, kind, state] = [orgId ?? null, type ?? null, status ?? null]
    return rows(
      db.connection(),
      `${SELECT_OPERATIONS}
       where (?::uuid is null or o.org_id = ?::uuid) and (?::text is null or o.type = ?)
         and (?::text is null or o.status = ?)
       order by o.id desc limit ?`,
      [org, org, kind, kind, state, state, limit]
    )
  }
}
