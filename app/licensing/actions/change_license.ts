import { toldOf, type Decision } from '#licensing/rules/changes'
import { conflictCode, conflictMessage, type LicenseConflict } from '#licensing/rules/conflicts'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import ReadLicense, { type LicenseDetail } from '#licensing/queries/read_license'
import { lockLicenses, writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import type { Trx } from '#kernel/database/unit_of_work'
import { markExpiredAfterRefusal } from './expire_licenses.js'

/**
 * Reads a license and locks it until the transaction ends.
 * @throws Refusal LICENSE_NOT_FOUND
 */
export async function lockLicense(trx: Trx, scope: Scope, id: string): Promise<LicenseState> {
  const [state] = await lockLicenses(trx, scope, [id])
  if (!state) throw new Refusal('LICENSE_NOT_FOUND')
  return state
}

/**
 * The moment of a change; call it under the lock of the license. A change that waited for another one is dated after it:
 * the timeline is in this order, and receivers of events, which come in no order, have only the timestamps. `given` is
 * the moment that the caller states, if it states one.
 */
export function momentOf(given?: Millis): Millis {
  return given ?? Date.now()
}

/** Returns the refusal for a license that cannot change as requested. */
export function conflict(reason: LicenseConflict): Refusal {
  const message = conflictMessage(reason)
  if (conflictCode(reason) === 'VALIDATION_ERROR') return invalidField('features', message)
  return new Refusal('CONFLICT', { message })
}

/**
 * Writes a decision about a locked license and returns the new state.
 * @throws Refusal CONFLICT or VALIDATION_ERROR if the decision is `failed`.
 */
export async function applyDecision(
  trx: Trx,
  before: LicenseState,
  decision: Decision,
  context: ChangeContext
): Promise<LicenseState> {
  if (decision.outcome === 'failed') {
    if (decision.marks) markExpiredAfterRefusal(trx, before)
    throw conflict(decision.reason)
  }
  if (decision.outcome === 'skipped') return before
  const { after } = decision
  await writeChanges(trx, [{ before, after, ...toldOf(decision) }], context)
  return after
}

/** Reads the license with the changes of the transaction, for the answer. */
export async function readBack(trx: Trx, scope: Scope, id: string): Promise<LicenseDetail> {
  const detail = await new ReadLicense().execute(scope, id, trx)
  if (!detail) throw new Refusal('LICENSE_NOT_FOUND')
  return detail
}
