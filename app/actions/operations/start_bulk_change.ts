import { inject } from '@adonisjs/core'
import config from '#config/operations'
import type { OperationType } from '#domain/operation/operation'
import type { Scope } from '#domain/scope'
import type { OperationRow } from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'
import StartOperation from './start_operation.js'

export type BulkChange = {
  licenseIds: string[]
  dryRun?: boolean
  reason?: string
  days?: number
}

/** Starts a change of many licenses, named by their ids; an id that is named twice counts once (contract 5). */
@inject()
export default class StartBulkChange {
  constructor(protected start: StartOperation) {}

  execute(scope: Scope, type: OperationType, change: BulkChange): Promise<OperationRow> {
    const { dryRun, reason, days } = change
    const ids = [...new Set(change.licenseIds)]
    return this.start.execute(scope, {
      type,
      dryRun,
      params: { ...(reason === undefined ? {} : { reason }), ...(days === undefined ? {} : { days }) },
      total: ids.length,
      chunks: Math.ceil(ids.length / config.chunkSize),
      plan: (trx, operationId) => insertChunks(trx, operationId, ids),
    })
  }
}

/** Cuts a list of ids into chunks, in one statement. */
function insertChunks(trx: Trx, operationId: string, ids: string[]) {
  const size = config.chunkSize
  return rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, n, part, n * ?::int, cardinality(part)
     from (select ?::uuid[] as ids) as named
     cross join generate_series(0, ?::int) as n
     cross join lateral (select ids[n * ?::int + 1 : (n + 1) * ?::int] as part) as slices`,
    [operationId, size, ids, Math.ceil(ids.length / size) - 1, size, size]
  )
}
