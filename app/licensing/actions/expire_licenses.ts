import { inChunks } from '#kernel/batching/in_chunks'
import { expire } from '#licensing/rules/changes'
import type { Millis, ReadMoment } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { lockDue, lockLicenses, writeChanges, type LicenseChange } from '#licensing/store/license_ledger'
import { remindAgain } from '#licensing/store/license_update'
import { databaseMoment } from '#kernel/database/database_moment'
import { transaction, type Trx } from '#kernel/database/unit_of_work'

/** The most licenses of one transaction, so that no lock is held long. */
const CHUNK = 500

const SYSTEM = { type: 'system', id: null } as const

/**
 * The sweep. It marks licenses whose expiry has passed as EXPIRED, even if no program authorizes them
 * (contract#expired). It writes a timeline row and updates the counts, but sends no outgoing event. Licenses that
 * another transaction has locked are left to the next sweep. Authorize refuses what is EXPIRED, and the database's clock
 * decides runtime calls (contract/01-changes#meaning): so it decides here too, unless the caller states a clock.
 */
export default class ExpireLicenses {
  async execute(signal?: AbortSignal, clock?: ReadMoment) {
    let expired = 0
    const chunk = async () => {
      const { seen, changed } = await this.#chunk(clock)
      expired += changed
      return seen
    }
    const { finished } = await inChunks(CHUNK, chunk, signal)
    return { expired, finished }
  }

  /** A chunk is dated under its locks, as every change is: a sweep of many chunks takes a while. */
  #chunk(clock?: ReadMoment) {
    return transaction(async (trx) => {
      const read = async () => (clock ? clock() : databaseMoment(trx))
      const due = await lockDue(trx, await read(), CHUNK)
      const now = await read()
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
 * Marks licenses as EXPIRED that a refused command found to be past their limit, in the transaction that has locked
 * them. Like the sweep, it writes a timeline row and sends no outgoing event: only an authorize call that comes too
 * late sends license.expired (contract#expired).
 */
export function markExpired(trx: Trx, states: LicenseState[], now: Millis) {
  const changes = states.flatMap((state) => decided(state, now))
  return writeChanges(trx, changes, { actor: SYSTEM, now })
}

/**
 * Does the same for a request. Its refusal rolls its transaction back, so a second transaction marks the license
 * after the rollback, based on the state that the license has then. Like every change, it is dated under its own lock.
 * The clock of the database decides, as in the sweep: a service whose clock is ahead must not end a license early.
 */
export function markExpiredAfterRefusal(trx: Trx, { id, orgId }: LicenseState) {
  const scope = { orgId, productId: null, actor: SYSTEM }
  trx.after('rollback', () =>
    transaction(async (own) => {
      const states = await lockLicenses(own, scope, [id])
      return markExpired(own, states, await databaseMoment(own))
    })
  )
}

function decided(before: LicenseState, now: Millis): LicenseChange[] {
  const decision = expire(before, now)
  if (!decision) return []
  return [{ before, after: decision.after, event: decision.event, payload: null }]
}
