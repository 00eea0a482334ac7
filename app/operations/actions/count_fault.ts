import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { databaseFault, keptWaiting } from '#kernel/refusals/database_faults'
import { diskFault } from '#kernel/refusals/disk_fault'
import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import EndOperation from './end_operation.js'

/** Counts the faults of a chunk; an operation whose chunk fails too often ends as failed. */
@inject()
export default class CountFault {
  constructor(protected end: EndOperation) {}

  /** Ends an operation whose filter could not be resolved, unless the database was unavailable. */
  async ofPlan(operationId: string, error: unknown) {
    if (databaseFault(error) === 'down') return
    const message = 'The filter could not be resolved into licenses'
    await this.end.execute(operationId, 'failed', { code: 'INTERNAL', message })
  }

  /**
   * Counts a fault of a chunk, unless the database was unavailable. A chunk that computes for so long that Postgres
   * ends its transaction would do so each time: that counts. A refusal would be the same each time, so the first one
   * ends the operation.
   */
  async execute(operationId: string, position: number, error: unknown) {
    if (databaseFault(error) === 'down' && !keptWaiting(error)) return
    const row = await firstRow<{ faults: number; fault: string | null }>(
      db.connection(),
      `update operation_chunks set faults = faults + 1, fault = coalesce(fault, ?)
       where operation_id = ? and position = ? and done_at is null returning faults, fault`,
      [diskFault(error), operationId, position]
    )
    const refused = error instanceof Refusal
    if (!refused && (row?.faults ?? 0) < config.maxFaults) return
    await this.end.execute(operationId, 'failed', {
      code: refused ? error.reason : 'INTERNAL',
      message: refused
        ? error.message
        : `Chunk ${position + 1} failed ${row?.faults} times${row?.fault ? `: ${row.fault}` : ''}`,
    })
  }
}
