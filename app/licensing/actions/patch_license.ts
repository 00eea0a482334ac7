import { isDeepStrictEqual } from 'node:util'
import { changeTerms, extend, freeze, unfreeze, type Decision } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { patchProblems, statesTerms, type LicenseAttributes, type LicensePatch } from '#licensing/rules/patch'
import { changedTerms } from '#licensing/rules/terms'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { licenseAttributes } from '#licensing/queries/license_attributes'
import type { LicenseDetail } from '#licensing/queries/read_license'
import { writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { applyDecision, lockLicense, readBack } from './change_license.js'

type Update = { state: LicenseState; fields: string[] }

/**
 * PATCH of a license (interface#changing-a-license, contract#patch): expiry, policy, metadata and the like first, in
 * one license.updated, then freezing or unfreezing. What is as asked already changes nothing and tells nobody.
 * Errors: VALIDATION_ERROR, BAD_REQUEST, LICENSE_NOT_FOUND, CONFLICT.
 */
export default class PatchLicense {
  async execute(
    scope: Scope,
    id: string,
    patch: LicensePatch,
    reason: string | null = null,
    now: Millis = Date.now()
  ): Promise<LicenseDetail> {
    const problems = patchProblems(patch)
    if (problems.length > 0) throw invalidFields(problems)
    return transaction(async (trx) => {
      const context: ChangeContext = { actor: scope.actor, now, reason }
      const locked = await lockLicense(trx, scope, id)
      const state = await this.#update(trx, locked, patch, context)
      if (patch.frozen !== undefined) {
        const decision = patch.frozen ? freeze(state, now) : unfreeze(state, now)
        await applyDecision(trx, state, decision, context)
      }
      return readBack(trx, scope, id, now)
    })
  }

  async #update(trx: Trx, before: LicenseState, patch: LicensePatch, context: ChangeContext) {
    const expiry = decideExpiry(before, patch, context.now)
    const had = (await licenseAttributes(trx, before.id))!
    const has = patchedAttributes(had, patch)
    const changed = (Object.keys(had) as (keyof LicenseAttributes)[]).filter(
      (field) => !isDeepStrictEqual(had[field], has[field])
    )
    if (!expiry && changed.length === 0) return before
    const after = expiry?.state ?? { ...before, revision: before.revision + 1 }
    if (changed.length > 0) await writeAttributes(trx, before.id, has)
    const payload = { licenseId: before.id, fields: [...(expiry?.fields ?? []), ...changed] }
    // The timeline keeps the values before of whatever differs here.
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

/** The new expiry with the names of the fields that changed; null when it stays as it is. */
function decideExpiry(state: LicenseState, patch: LicensePatch, now: Millis): Update | null {
  if (patch.extendDays !== undefined) return settled(extend(state, patch.extendDays, now))
  if (!statesTerms(patch)) return null
  const { terms, problems } = changedTerms(state, patch)
  if (problems) throw invalidFields(problems)
  const restated = patch.expiresAt !== null && patch.expiresAt !== undefined
  const decision = changeTerms(state, terms, restated, now)
  return decision && settled(decision)
}

function settled(decision: Decision): Update {
  if (decision.outcome === 'failed') throw new Refusal(decision.code, { message: decision.message })
  if (decision.outcome === 'skipped') {
    throw new Refusal('BAD_REQUEST', { message: 'The license never expires: there is nothing to extend' })
  }
  return { state: decision.after, fields: decision.payload.fields as string[] }
}

function patchedAttributes(had: LicenseAttributes, patch: LicensePatch): LicenseAttributes {
  const { maxHwidResets, policyOverride, metadata } = patch as Partial<LicenseAttributes>
  return {
    maxHwidResets: maxHwidResets === undefined ? had.maxHwidResets : maxHwidResets,
    policyOverride: policyOverride === undefined ? had.policyOverride : policyOverride,
    metadata: metadata ?? had.metadata,
  }
}

async function writeAttributes(trx: Trx, id: string, has: LicenseAttributes) {
  await rows(
    trx,
    `update licenses set max_hwid_resets = ?, policy_override = ?::jsonb, metadata = ?::jsonb where id = ?`,
    [
      has.maxHwidResets,
      has.policyOverride && JSON.stringify(has.policyOverride),
      JSON.stringify(has.metadata),
      id,
    ]
  )
}

function pick<From extends object>(from: From, fields: (keyof From)[]): Partial<From> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<From>
}
