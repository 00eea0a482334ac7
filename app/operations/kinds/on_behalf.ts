import type { Scope } from '#kernel/audit/scope'
import type { Millis } from '#kernel/time/millis'
import type { ChangeContext } from '#licensing/store/license_ledger'
import type { OperationRecord } from './kind.js'

/** The licenses that an operation may touch: those that its creator could when it was started. */
export function scopeOf(operation: OperationRecord): Scope {
  return { orgId: operation.orgId, productId: operation.productId, actor: actorOf(operation) }
}

/** How the timeline names the operation, with the reason that was given for it. */
export function contextOf(operation: OperationRecord, now: Millis, reason?: string): ChangeContext {
  return { actor: actorOf(operation), now, reason, operationId: operation.id }
}

function actorOf({ id }: OperationRecord) {
  return { type: 'operation' as const, id }
}
