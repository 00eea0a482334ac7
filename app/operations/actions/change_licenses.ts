import type { Decision } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { markExpired } from '#licensing/actions/expire_licenses'
import { decide, SKIPPED_BECAUSE } from '#operations/rules/decide'
import type { ChangeType, OperationItem } from '#operations/rules/operation'
import type { Scope } from '#kernel/audit/scope'
import type { OperationRow } from '#operations/queries/find_operation'
import { writeChanges, type ChangeContext, type LicenseChange } from '#licensing/store/license_ledger'
import type { Trx } from '#kernel/database/unit_of_work'
import { hasEntry, type Chunk, type ChunkOutcome, type ChunkWork } from './chunk_work.js'
import { lockChunk, type LockedChunk } from './lock_chunk.js'

/**
 * Freezes, unfreezes, revokes, unrevokes or extends the licenses of a chunk (contract#chunks,
 * contract#outcome-per-license).
 */
export default class ChangeLicenses implements ChunkWork {
  async execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome> {
    const locked = await lockChunk(trx, scopeOf(operation), chunk, operation)
    const type = operation.type as ChangeType
    const { changes, items, expired } = judge(locked, (state) => decide(type, operation.params, state, now))
    if (operation.dryRun) return { items }
    await writeChanges(trx, changes, contextOf(operation, now))
    await markExpired(trx, expired, now)
    return { items, left: locked.held }
  }
}

/** Whose licenses an operation may touch: those that its creator could when he started it. */
export function scopeOf(operation: OperationRow): Scope {
  return { orgId: operation.orgId, productId: operation.productId, actor: actorOf(operation) }
}

/** How the timeline names the operation, with the reason that was given for it. */
export function contextOf(operation: OperationRow, now: number): ChangeContext {
  const reason = operation.params.reason as string | undefined
  return { actor: actorOf(operation), now, reason, operationId: operation.id }
}

function actorOf({ id }: OperationRow) {
  return { type: 'operation' as const, id }
}

/**
 * Puts a decision to every license of a chunk, in the order in which the caller named them. `expired` are those whose
 * refusal found out that their limit is past.
 */
export function judge({ chunk, licenses }: LockedChunk, ask: (state: LicenseState) => Decision) {
  const byId = new Map(licenses.map((license) => [license.id, license]))
  const changes: LicenseChange[] = []
  const items: OperationItem[] = []
  const expired: LicenseState[] = []
  for (const [offset, licenseId] of chunk.licenseIds!.entries()) {
    if (!hasEntry(chunk, offset)) continue
    const index = chunk.firstIndex + offset
    const before = licenseId === null ? undefined : byId.get(licenseId)
    const decision = before ? ask(before) : MISSING
    if (decision.outcome === 'changed') {
      changes.push({
        before: before!,
        after: decision.after,
        event: decision.event,
        payload: decision.payload,
      })
    } else {
      const message = decision.outcome === 'skipped' ? SKIPPED_BECAUSE[decision.code] : decision.message
      const { outcome, code } = decision
      if ('marks' in decision && decision.marks) expired.push(before!)
      const key = before?.key ?? chunk.licenseKeys?.[offset] ?? null
      items.push({ index, line: null, licenseId, key, outcome, code, message })
    }
  }
  return { changes, items, expired }
}

/** The item for an id or key that is no license of the scope. */
export function missing({ firstIndex, licenseIds, licenseKeys }: Chunk, offset: number): OperationItem {
  const key = licenseKeys?.[offset] ?? null
  return { index: firstIndex + offset, line: null, licenseId: licenseIds![offset], key, ...MISSING }
}

const MISSING = {
  outcome: 'failed' as const,
  code: 'LICENSE_NOT_FOUND' as const,
  message: 'There is no such license in this org',
}
