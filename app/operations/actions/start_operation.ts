import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import type { OperationRow, OperationType } from '#operations/kinds/registry'
import type { StoredParams } from '#operations/kinds/stored_params'
import FindOperation from '#operations/queries/find_operation'
import { newId } from '#kernel/secrets/ids'
import { assertRoom } from '#kernel/limits/quotas'
import { rows } from '#kernel/database/sql'
import { assertStoredRoom } from '#kernel/files/stored_room'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'

export type NewOperation = {
  /** Set if files were already stored under this id. */
  id?: string
  type: OperationType
  dryRun?: boolean
  params: StoredParams
  /** The number of items; 0 while it is unknown. */
  total?: number
  /** Bytes that the drive already stores for it. */
  storedBytes?: number
  /** Writes the chunks; undefined if they are planned when the operation starts. */
  plan?: (trx: Trx, operationId: string) => Promise<unknown>
}

/**
 * Stores an operation and calls workers after the commit (contract#starting-and-waiting). It joins the transaction of
 * an idempotent request, so a stored response never names an operation that does not exist.
 * @throws Refusal LIMIT_REACHED for an org that has too many unfinished operations or stores too many bytes.
 */
@inject()
export default class StartOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected findOperation: FindOperation
  ) {}

  async execute(scope: Scope, input: NewOperation, now = Date.now()): Promise<OperationRow> {
    const id = input.id ?? newId()
    return transaction(async (trx) => {
      await assertRoom(trx, 'openOperationsPerOrg', scope.orgId)
      if (input.storedBytes) await assertStoredRoom(trx, scope.orgId, input.storedBytes)
      await this.#insert(trx, id, scope, input, new Date(now))
      await input.plan?.(trx, id)
      trx.after('commit', () => this.callWorkers.next(scope.orgId))
      return (await this.findOperation.byId(id, trx))!
    })
  }

  #insert(trx: Trx, id: string, scope: Scope, input: NewOperation, at: Date) {
    return rows(
      trx,
      `insert into operations (id, org_id, product_id, type, status, dry_run, params, total, stored_bytes, planned_at,
         created_by_type, created_by_id, created_at, heartbeat_at)
       values (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        scope.orgId,
        scope.productId,
        input.type,
        input.dryRun ?? false,
        JSON.stringify(input.params),
        input.total ?? 0,
        input.storedBytes ?? 0,
        input.plan ? at : null,
        scope.actor.type,
        scope.actor.id,
        at,
        at,
      ]
    )
  }
}
