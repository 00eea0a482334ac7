import { inject } from '@adonisjs/core'
import config from '#config/operations'
import type { LicenseStatus } from '#domain/license/license'
import type { OperationType } from '#domain/operation/operation'
import type { Scope } from '#domain/scope'
import type { OperationRow } from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'
import { assertProduct } from './assert_product.js'
import StartOperation from './start_operation.js'

/** Which licenses of an org a bulk change means; the dates are ISO 8601 (contract 5). */
export type BulkFilter = {
  productId?: string
  status?: LicenseStatus
  frozen?: boolean
  search?: string
  createdAfter?: string
  createdBefore?: string
}

export type BulkChange = {
  /** One of the two. */
  licenseIds?: string[]
  filter?: BulkFilter
  dryRun?: boolean
  reason?: string
  days?: number
}

/**
 * Starts a change of many licenses: those that are named, where an id that is named twice counts once, or
 * those that a filter finds when the operation starts (contract 5). Errors: PRODUCT_NOT_FOUND.
 */
@inject()
export default class StartBulkChange {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, type: OperationType, change: BulkChange): Promise<OperationRow> {
    const { dryRun, reason, days, filter } = change
    const params = { ...(reason === undefined ? {} : { reason }), ...(days === undefined ? {} : { days }) }
    if (filter?.productId) await assertProduct(scope, filter.productId)
    if (filter) return this.start.execute(scope, { type, dryRun, params: { ...params, filter } })
    const ids = [...new Set(change.licenseIds)]
    return this.start.execute(scope, {
      type,
      dryRun,
      params,
      total: ids.length,
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
