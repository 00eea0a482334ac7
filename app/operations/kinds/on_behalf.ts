import type { Scope } from '#kernel/audit/scope'
import type { Millis } from '#kernel/time/millis'
import type { ChangeContext } from '#licensing/store/license_ledger'
import type { OperationRecord } from './kind.js'

/** The scope of an operation: that of its creator when it was started. */
export function scopeOf(operation: OperationRecord): Scope {
  return { orgId: operation.orgId, productId: operation.productId, actor: actorOf(operation) }
}

/** The change context of an operation: the timeline shows the operation as the actor, with the given reason. */
export function contextOf(operation: OperationRecord, now: Millis, reason?: string): ChangeContext {
  return { actor: actorOf(operation), now, reason, operationId: operation.id }
}

function actorOf({ id }: OperationRecord) {
  return { type: 'operation' as const, id }
}
