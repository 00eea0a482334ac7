import { normalizeValue, valueProblem, type NewEntry } from '#licensing/rules/entry'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { ENTRY_COLUMNS, type BlacklistEntry } from '#licensing/queries/list_blacklist'
import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type ProductScope = Scope & { productId: string }

/** Bad entries that an answer names; the rest would only be long. */
const NAMED = 100

/** Puts HWIDs and addresses on a product's blacklist (interface#43-blacklists, contract#blacklists). */
export default class AddBlacklistEntries {
  /** One entry. Errors: VALIDATION_ERROR; CONFLICT when the list has it already. */
  async one(
    scope: ProductScope,
    entry: NewEntry,
    origin: Origin = SYSTEM,
    now: Millis = Date.now()
  ): Promise<BlacklistEntry> {
    const value = normalizeValue(entry)
    if (value === null) throw invalidFields([valueProblem(entry, 'value')])
    const [added] = await this.#insert(scope, [{ ...entry, value }], origin, now)
    if (!added) throw new Refusal('CONFLICT', { message: 'The blacklist has this entry already' })
    return added
  }

  /** Many at once; what the list or the request has twice counts as a duplicate. Errors: VALIDATION_ERROR. */
  async many(scope: ProductScope, entries: NewEntry[], origin: Origin = SYSTEM, now: Millis = Date.now()) {
    const values = entries.map(normalizeValue)
    const problems = entries.flatMap((entry, at) =>
      values[at] === null ? [valueProblem(entry, `entries.${at}.value`)] : []
    )
    if (problems.length > 0) throw invalidFields(problems.slice(0, NAMED))
    const normal = entries.map((entry, at) => ({ ...entry, value: values[at]! }))
    const added = await this.#insert(scope, normal, origin, now)
    return { added: added.length, duplicates: entries.length - added.length }
  }

  /** Sorted, so that two bulk adds of the same values wait for each other in one order and never deadlock. */
  #insert({ orgId, productId }: ProductScope, entries: NewEntry[], origin: Origin, now: Millis) {
    return transaction(async (trx) => {
      const added = await rows<BlacklistEntry>(
        trx,
        `insert into blacklist_entries (id, org_id, product_id, type, value, network, reason, created_at)
         select id, ?::uuid, ?::uuid, type, value, case when type = 'IP' then value::inet end, reason,
           to_timestamp(?::float8 / 1000)
         from unnest(?::uuid[], ?::text[], ?::text[], ?::text[]) as t (id, type, value, reason)
         order by type, value
         on conflict on constraint blacklist_entries_value_unique do nothing
         returning ${ENTRY_COLUMNS}`,
        [
          orgId,
          productId,
          now,
          entries.map(() => newId()),
          entries.map(({ type }) => type),
          entries.map(({ value }) => value),
          entries.map(({ reason }) => reason ?? null),
        ]
      )
      if (added.length > 0) {
        const data = { added: added.length }
        await recordAudit(trx, origin, { orgId, action: 'blacklist.added', subject: productId, data }, now)
      }
      return added
    })
  }
}
