import { entryValue, type NewEntry } from '#licensing/rules/entry'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { ENTRY_COLUMNS, type BlacklistEntry } from '#licensing/queries/list_blacklist'
import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type ProductScope = Scope & { productId: string }

/** The most invalid entries that one answer lists, so that the answer stays short. */
const NAMED = 100

/** Adds HWIDs and addresses to a product's blacklist (interface#43-blacklists, contract#blacklists). */
export default class AddBlacklistEntries {
  /**
   * Adds one entry.
   * @throws Refusal VALIDATION_ERROR; CONFLICT if the list already has it.
   */
  async one(
    scope: ProductScope,
    entry: NewEntry,
    origin: Origin = SYSTEM,
    now: Millis = Date.now()
  ): Promise<BlacklistEntry> {
    const read = entryValue(entry)
    if (!read.allow) throw invalidFields([read.reason])
    const [added] = await this.#insert(scope, [{ ...entry, value: read.value }], origin, now)
    if (!added) throw new Refusal('CONFLICT', { message: 'The blacklist already has this entry' })
    return added
  }

  /**
   * Adds many entries. An entry that is already in the list, or repeated in the request, counts as a duplicate.
   * @throws Refusal VALIDATION_ERROR
   */
  async many(scope: ProductScope, entries: NewEntry[], origin: Origin = SYSTEM, now: Millis = Date.now()) {
    const read = entries.map((entry, at) => ({ entry, verdict: entryValue(entry, at) }))
    const problems = read.flatMap(({ verdict }) => (verdict.allow ? [] : [verdict.reason]))
    if (problems.length > 0) throw invalidFields(problems.slice(0, NAMED))
    const normal = read.flatMap(({ entry, verdict }) =>
      verdict.allow ? [{ ...entry, value: verdict.value }] : []
    )
    const added = await this.#insert(scope, normal, origin, now)
    return { added: added.length, duplicates: entries.length - added.length }
  }

  /** Inserts in sorted order, so that two bulk adds of the same values wait for each other and never deadlock. */
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
