import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { lockProofs } from '#end_users/store/lock_proofs'
import { lockOrderEvents } from '#end_users/store/orders_of_person'
import { SYSTEM } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { together, transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import EraseEndUser from './erase_end_user.js'

/** How many end users are read at a time. */
const PAGE = 200

/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

type Due = { id: string; orgId: string }

/**
 * Erases the end users whose waiting time before the erasure is over
 * (contract/09-end-users#94-the-end-user-himself-eu), each in a separate transaction. If one cannot be erased now,
 * because the org has no room for another operation, the others are still erased and the next run tries again.
 */
@inject()
export default class EraseDueEndUsers {
  constructor(protected erase: EraseEndUser) {}

  /** Stops early if aborted; the next run erases the rest. */
  async execute(signal?: AbortSignal, now: Millis = Date.now()) {
    let page = await duePage(FIRST, now)
    while (page.length > 0) {
      for (const one of page) {
        if (signal?.aborted) return
        await this.#attempt(one, now)
      }
      page = await duePage(page.at(-1)!.id, now)
    }
  }

  async #attempt({ id, orgId }: Due, now: Millis) {
    try {
      await together(async () => {
        const scope = { orgId, productId: null, actor: SYSTEM.actor }
        if (await isStillDue(orgId, id, now)) await this.erase.execute(scope, id, 'keep', SYSTEM, now)
      })
    } catch (error) {
      logger.warn({ err: error, orgId, endUserId: id }, 'end user not erased')
    }
  }
}

function duePage(after: string, now: Millis): Promise<Due[]> {
  return rows<Due>(
    db.connection(),
    `select id, org_id as "orgId" from end_users where erase_at <= ? and id > ? order by id limit ?`,
    [new Date(now), after, PAGE]
  )
}

/**
 * Locks the end user and returns true if the erasure is still due: not called off, not done, and not locked by another
 * worker.
 */
function isStillDue(orgId: string, id: string, now: Millis): Promise<boolean> {
  return transaction(async (trx) => {
    await lockOrderEvents(trx, orgId, id)
    await lockProofs(trx, orgId, id)
    const sql = `select 1 from end_users where org_id = ? and id = ? and erase_at <= ? for no key update skip locked`
    return (await firstRow(trx, sql, [orgId, id, new Date(now)])) !== null
  })
}
