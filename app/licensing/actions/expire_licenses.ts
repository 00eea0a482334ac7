import { inChunks } from '#kernel/batching/in_chunks'
import { expire } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { lockDue, lockLicenses, writeChanges, type LicenseChange } from '#licensing/store/license_ledger'
import { remindAgain } from '#licensing/store/license_update'
import { transaction, type Trx } from '#kernel/database/unit_of_work'

/** Licenses of one transaction: no lock is held long. */
const CHUNK = 500

const SYSTEM = { type: 'system', id: null } as const

/**
 * The sweep that marks EXPIRED what nobody authorizes any more (contract#expired): with a timeline row and the
 * counts, but without an outgoing event. Licenses that somebody else is changing are left to the next sweep.
 */
export default class ExpireLicenses {
  async execute(signal?: AbortSignal, now: Millis = Date.now()) {
    let expired = 0
    const chunk = async () => {
      const { seen, changed } = await this.#chunk(now)
      expired += changed
      return seen
    }
    const { finished } = await inChunks(CHUNK, chunk, signal)
    return { expired, finished }
  }

  #chunk(now: Millis) {
    return transaction(async (trx) => {
      const due = await lockDue(trx, now, CHUNK)
      const changes = due.flatMap((state) => decided(state, now))
      await writeChanges(trx, changes, { actor: SYSTEM, now })
      const moved = new Set(changes.map(({ after }) => after.id))
      await remindAgain(
        trx,
        due.filter(({ id }) => !moved.has(id))
      )
      return { seen: due.length, changed: changes.length }
    })
  }
}

/**
 * Marks EXPIRED what a refused command found to be past its limit, in the transaction that holds the licenses. As with
 * the sweep there is a timeline row and no outgoing event: license.expired is for an authorize that comes too late
 * (contract#expired).
 */
export function markExpired(trx: Trx, states: LicenseState[], now: Millis) {
  const changes = states.flatMap((state) => decided(state, now))
  return writeChanges(trx, changes, { actor: SYSTEM, now })
}

/**
 * The same for a request: its refusal undoes all that its transaction has done, so the license is marked right after
 * that, by what it is then.
 */
export function markExpiredAfterRefusal(trx: Trx, { id, orgId }: LicenseState, now: Millis) {
  const scope = { orgId, productId: null, actor: SYSTEM }
  trx.after('rollback', () =>
    transaction(async (own) => markExpired(own, await lockLicenses(own, scope, [id]), now))
  )
}

function decided(before: LicenseState, now: Millis): LicenseChange[] {
  const decision = expire(before, now)
  if (!decision) return []
  return [{ before, after: decision.after, event: decision.event, payload: null }]
}
