import { inject } from '@adonisjs/core'
import config from '#config/operations'
import { parseTimestamp } from '#domain/timestamps'
import type { OperationRow } from '#queries/operations/find_operation'
import { licenseWhere, type LicenseFilter } from '#queries/licenses/license_filter'
import { firstRow, rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'
import CallWorkers from './call_workers.js'
import { scopeOf } from './change_licenses.js'

/**
 * Resolves the filter of an operation into chunks of license ids, once, when it starts (contract 5): in one
 * statement inside the database, however many they are. Then calls more workers to share them.
 */
@inject()
export default class PlanOperation {
  constructor(protected callWorkers: CallWorkers) {}

  /**
   * Whether the operation has its chunks now. False when another worker is resolving the filter: waiting for it
   * would take this worker from everybody else, and it calls for help itself.
   */
  async execute(operation: OperationRow): Promise<boolean> {
    return transaction(async (trx) => {
      const [{ alone }] = await rows<{ alone: boolean }>(
        trx,
        `select pg_try_advisory_xact_lock(hashtextextended('plan ' || ?, 0)) as alone`,
        [operation.id]
      )
      if (!alone) return false
      const unplanned = await firstRow(
        trx,
        `select id from operations where id = ? and planned_at is null and status = 'running' for update`,
        [operation.id]
      )
      if (!unplanned) return true
      await insertMatching(trx, operation)
      const [{ total }] = await rows<{ total: number }>(
        trx,
        'select coalesce(sum(size), 0)::int as total from operation_chunks where operation_id = ?',
        [operation.id]
      )
      await rows(trx, 'update operations set planned_at = clock_timestamp(), total = ? where id = ?', [
        total,
        operation.id,
      ])
      trx.after('commit', () => this.callWorkers.execute(operation.id, 1))
      return true
    })
  }
}

async function insertMatching(trx: Trx, operation: OperationRow) {
  const filter = operation.params.filter as LicenseFilter
  const now = Date.now()
  const where = licenseWhere(scopeOf(operation), withMoments(filter), now)
  const size = config.chunkSize
  await rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, (n / ?::int)::int, array_agg(id order by n), (min(n))::int, count(*)::int
     from (select l.id, row_number() over (order by l.id) - 1 as n from licenses l where ${where.sql}) as matching
     group by 2`,
    [operation.id, size, ...where.values]
  )
}

/** The stored filter is the one that the caller sent, its dates as text: they are read as they were checked. */
function withMoments(filter: LicenseFilter): LicenseFilter {
  return { ...filter, createdAfter: moment(filter.createdAfter), createdBefore: moment(filter.createdBefore) }
}

/** Errors: for a text that is no date, because without it the filter would find more than was asked for. */
function moment(stored: unknown): number | null {
  if (stored === undefined || stored === null) return null
  const at = parseTimestamp(stored)
  if (at === null) throw new Error('The stored filter holds a date that cannot be read')
  return at
}
