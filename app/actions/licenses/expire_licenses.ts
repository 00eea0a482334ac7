import { expire } from '#domain/license/changes'
import type { LicenseState, Millis } from '#domain/license/license'
import { lockDue, writeChanges, type LicenseChange } from '#services/license_ledger'
import { remindAgain } from '#services/license_update'
import { transaction } from '#services/unit_of_work'

/** Licenses of one transaction, and transactions of one run: no lock is held long, no other job starves. */
const CHUNK = 500
const CHUNKS = 40

/**
 * The sweep that marks EXPIRED what nobody authorizes any more (contract 3): with a timeline row and the
 * counts, but without an outgoing event. Licenses that somebody else is changing are left to the next sweep.
 */
export default class ExpireLicenses {
  async execute(signal?: AbortSignal, now: Millis = Date.now()) {
    let expired = 0
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      if (signal?.aborted) return { expired, finished: true }
      const { seen, changed } = await this.#chunk(now)
      expired += changed
      if (seen < CHUNK) return { expired, finished: true }
    }
    return { expired, finished: false }
  }

  #chunk(now: Millis) {
    return transaction(async (trx) => {
      const due = await lockDue(trx, now, CHUNK)
      const changes = due.flatMap((state) => decided(state, now))
      await writeChanges(trx, changes, { actor: { type: 'system', id: null }, now })
      const moved = new Set(changes.map(({ after }) => after.id))
      await remindAgain(
        trx,
        due.filter(({ id }) => !moved.has(id))
      )
      return { seen: due.length, changed: changes.length }
    })
  }
}

function decided(before: LicenseState, now: Millis): LicenseChange[] {
  const decision = expire(before, now)
  if (decision?.outcome !== 'changed') return []
  return [{ before, after: decision.after, event: decision.event, payload: null }]
}
