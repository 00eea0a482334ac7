import { toldOf, type Decision, type SkipCode } from '#licensing/rules/changes'
import { conflictCode, conflictMessage } from '#licensing/rules/conflicts'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseChange } from '#licensing/store/license_ledger'
import type { OperationItem } from '#operations/rules/operation'
import { hasEntry, type Chunk } from '#operations/store/chunk'
import type { LockedChunk } from '#operations/store/lock_chunk'

/** The decisions on the licenses of a chunk. */
export type Verdicts = {
  changes: LicenseChange[]
  items: OperationItem[]
  /** Licenses that a decision refused and found past their limit. */
  expired: LicenseState[]
}

/** Decides on every license of a chunk, in the order in which the caller named them. */
export function judgeChunk(
  { chunk, licenses }: LockedChunk,
  decide: (state: LicenseState) => Decision
): Verdicts {
  const byId = new Map(licenses.map((license) => [license.id, license]))
  const verdicts: Verdicts = { changes: [], items: [], expired: [] }
  for (const [offset, licenseId] of chunk.licenseIds!.entries()) {
    if (!hasEntry(chunk, offset)) continue
    const before = licenseId === null ? undefined : byId.get(licenseId)
    if (before) judge(verdicts, chunk.firstIndex + offset, before, decide(before))
    else verdicts.items.push(missingItem(chunk, offset))
  }
  return verdicts
}

function judge(
  { changes, items, expired }: Verdicts,
  index: number,
  before: LicenseState,
  decision: Decision
) {
  if (decision.outcome === 'changed') {
    changes.push({ before, after: decision.after, ...toldOf(decision) })
    return
  }
  const place = { index, line: null, licenseId: before.id, key: before.key }
  if (decision.outcome === 'skipped') {
    const { outcome, code } = decision
    items.push({ ...place, outcome, code, message: SKIPPED_BECAUSE[code] })
    return
  }
  const { outcome, reason, marks } = decision
  if (marks) expired.push(before)
  items.push({ ...place, outcome, code: conflictCode(reason), message: conflictMessage(reason) })
}

/** The states of licenses after their changes. */
export function afterOf(changes: LicenseChange[]) {
  return changes.map(({ after }) => after)
}

/** Items for the ids and keys of a chunk that match no license of the scope; `licenses` are those that match. */
export function missingItems(chunk: Chunk, licenses: { id: string }[]): OperationItem[] {
  const found = new Set(licenses.map(({ id }) => id))
  return chunk.licenseIds!.flatMap((id, offset) =>
    !hasEntry(chunk, offset) || (id !== null && found.has(id)) ? [] : [missingItem(chunk, offset)]
  )
}

/**
 * Items for the licenses of a chunk that were to be taken from one end user, but are not in `owned`, which are those that
 * still belong to them. Nothing is done with the others.
 */
export function notOwnedItems(
  chunk: Chunk,
  licenses: LicenseState[],
  owned: { id: string }[]
): OperationItem[] {
  const taken = new Set(owned.map(({ id }) => id))
  const offsets = new Map(chunk.licenseIds!.map((id, offset) => [id, offset]))
  const others = licenses.filter(({ id }) => !taken.has(id))
  const skipped = others.map(({ id, key }): OperationItem => ({
    index: chunk.firstIndex + offsets.get(id)!,
    line: null,
    licenseId: id,
    key,
    outcome: 'skipped',
    code: 'CHANGED_SINCE',
    message: 'The license no longer belongs to this end user',
  }))
  return [...missingItems(chunk, licenses), ...skipped]
}

/** The item for an id or key that matches no license of the scope. */
function missingItem({ firstIndex, licenseIds, licenseKeys }: Chunk, offset: number): OperationItem {
  return {
    index: firstIndex + offset,
    line: null,
    licenseId: licenseIds![offset],
    key: licenseKeys?.[offset] ?? null,
    outcome: 'failed',
    code: 'LICENSE_NOT_FOUND',
    message: 'There is no such license in this org',
  }
}

/** The message for a license that was left alone. */
const SKIPPED_BECAUSE: Record<SkipCode, string> = {
  ALREADY_FROZEN: 'The license is frozen already',
  NOT_FROZEN: 'The license is not frozen',
  ALREADY_REVOKED: 'The license is revoked already',
  NOT_REVOKED: 'The license is not revoked',
  ALREADY_SUSPENDED: 'The license is suspended already',
  NOT_SUSPENDED: 'The license is not suspended',
  NO_EXPIRATION: 'The license never expires: there is nothing to extend',
  ALREADY_IN_TIER: 'The license already has this tier',
  UNCHANGED: 'The license already has these values',
  CHANGED_SINCE: 'The license was changed after the operation that is undone',
}
