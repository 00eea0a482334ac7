import { inject } from '@adonisjs/core'
import { isChange, isFinal } from '#domain/operation/operation'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import type { OperationRow } from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'
import StartOperation from './start_operation.js'

/**
 * Starts an operation that puts back what another one changed (contract 5). Errors: CONFLICT while that one
 * runs, and for one that changed nothing or cannot be undone.
 */
@inject()
export default class UndoOperation {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, original: OperationRow, reason?: string): Promise<OperationRow> {
    const { id, type, status, dryRun, succeeded } = original
    const refuse = (message: string) => new Refusal('CONFLICT', { message })
    if (!isChange(type)) throw refuse(`An operation of the type ${type} cannot be undone`)
    if (!isFinal(status)) throw refuse(`The operation is ${status}: cancel it or wait for its end first`)
    if (dryRun || succeeded === 0) throw refuse('The operation has changed nothing')
    return this.start.execute(scope, {
      type: 'licenses.undo',
      params: { operationId: id, type, ...(reason === undefined ? {} : { reason }) },
      total: succeeded,
      plan: (trx, undoId) => insertChanged(trx, undoId, id),
    })
  }
}

/** The chunks of the original without the licenses that it skipped or failed on. */
async function insertChanged(trx: Trx, undoId: string, originalId: string) {
  await rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, row_number() over (order by position) - 1, ids,
       sum(cardinality(ids)) over (order by position) - cardinality(ids), cardinality(ids)
     from (
       select c.position, array(
         select named.id from unnest(c.license_ids) with ordinality as named (id, n)
         where not exists (
           select from operation_items i
           where i.operation_id = c.operation_id and i.index = c.first_index + named.n - 1
         ) order by named.n
       ) as ids
       from operation_chunks c where c.operation_id = ? and c.done_at is not null
     ) as changed
     where cardinality(ids) > 0`,
    [undoId, originalId]
  )
  await rows(
    trx,
    `update operations set total = (
       select coalesce(sum(size), 0)::int from operation_chunks where operation_id = ?
     ) where id = ?`,
    [undoId, undoId]
  )
}
