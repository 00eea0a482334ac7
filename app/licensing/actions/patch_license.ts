import { isDeepStrictEqual } from 'node:util'
import { changeTerms, extend, freeze, unfreeze, type Decision } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { patchProblems, statesTerms, type LicenseAttributes, type LicensePatch } from '#licensing/rules/patch'
import { changeTier } from '#licensing/rules/tier_change'
import { changedTerms } from '#licensing/rules/terms'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { assertRevision } from '#kernel/refusals/revision'
import type { LicenseDetail } from '#licensing/queries/read_license'
import { readAttributes, writeAttributes } from '#licensing/store/license_attributes'
import { writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { holdTierOf } from './hold_tier_of.js'
import { applyDecision, conflict, lockLicense, momentOf, readBack } from './change_license.js'

type Update = { state: LicenseState; fields: string[] }

/**
 * PATCH of a license (interface#changing-a-license, contract#patch). It first changes expiry, policy, metadata and
 * similar fields, in one license.updated, then the tier, then freezes or unfreezes. Fields that already have the
 * requested value are ignored and trigger no event. `revision` is the revision that the patch was made for.
 * @throws Refusal VALIDATION_ERROR, BAD_REQUEST, LICENSE_NOT_FOUND, CONFLICT
 */
export default class PatchLicense {
  async execute(
    scope: Scope,
    id: string,
    patch: LicensePatch,
    { reason = null, revision = null }: { reason?: string | null; revision?: number | null } = {},
    at?: Millis
  ): Promise<LicenseDetail> {
    const problems = patchProblems(patch)
    if (problems.length > 0) throw invalidFields(problems)
    return transaction(async (trx) => {
      const locked = await lockLicense(trx, scope, id)
      const now = momentOf(at)
      const context: ChangeContext = { actor: scope.actor, now, reason }
      assertRevision(locked.revision, revision)
      const tier = await this.#tierOf(trx, locked, patch)
      const updated = await this.#update(trx, locked, patch, context)
      const moved = patch.tierId === undefined ? null : changeTier(updated, tier)
      const state = moved ? await applyDecision(trx, updated, moved, context) : updated
      if (patch.frozen !== undefined) {
        const decision = patch.frozen ? freeze(state, now) : unfreeze(state, now)
        await applyDecision(trx, state, decision, context)
      }
      return readBack(trx, scope, id)
    })
  }

  /** Returns the tier after the PATCH, locked. The license's own features must fit it. */
  async #tierOf(trx: Trx, locked: LicenseState, { tierId, features }: LicensePatch) {
    if (tierId === undefined && features === undefined) return null
    const { features: had } = (await readAttributes(trx, [locked.id])).get(locked.id)!
    return holdTierOf(trx, { ...locked, features: had }, { tierId, features })
  }

  async #update(trx: Trx, before: LicenseState, patch: LicensePatch, context: ChangeContext) {
    const expiry = decideExpiry(before, patch, context.now)
    const { id, ...had } = (await readAttributes(trx, [before.id])).get(before.id)!
    const has = patchedAttributes(had, patch)
    const changed = (Object.keys(had) as (keyof LicenseAttributes)[]).filter(
      (field) => !isDeepStrictEqual(had[field], has[field])
    )
    if (!expiry && changed.length === 0) return before
    const after = expiry?.state ?? { ...before, revision: before.revision + 1 }
    if (changed.length > 0) await writeAttributes(trx, [{ id, ...has }])
    const payload = { licenseId: before.id, fields: [...(expiry?.fields ?? []), ...changed] }
    // The timeline keeps the old values of the fields that differ here.
    const told = pick(had, changed)
    await writeChanges(
      trx,
      [
        {
          before: { ...before, ...told },
          after: { ...after, ...pick(has, changed) },
          event: 'license.updated',
          payload,
        },
      ],
      context
    )
    return after
  }
}

/** Returns the new expiry with the names of the changed fields; null if it does not change. */
function decideExpiry(state: LicenseState, patch: LicensePatch, now: Millis): Update | null {
  if (patch.extendDays !== undefined) return settled(extend(state, patch.extendDays, now))
  if (!statesTerms(patch)) return null
  const verdict = changedTerms(state, patch)
  if (!verdict.allow) throw invalidFields(verdict.reason)
  const restated = patch.expiresAt !== null && patch.expiresAt !== undefined
  const decision = changeTerms(state, verdict.terms, restated, now)
  return decision && settled(decision)
}

function settled(decision: Decision<'license.updated'>): Update {
  if (decision.outcome === 'failed') throw conflict(decision.reason)
  if (decision.outcome === 'skipped') {
    throw new Refusal('BAD_REQUEST', { message: 'The license never expires: there is nothing to extend' })
  }
  return { state: decision.after, fields: decision.payload.fields }
}

function patchedAttributes(had: LicenseAttributes, patch: LicensePatch): LicenseAttributes {
  const sent = patch as Partial<LicenseAttributes>
  const stated = (Object.keys(had) as (keyof LicenseAttributes)[]).filter(
    (field) => sent[field] !== undefined
  )
  return { ...had, ...pick(sent, stated) }
}

function pick<From extends object>(from: From, fields: (keyof From)[]): Partial<From> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<From>
}
