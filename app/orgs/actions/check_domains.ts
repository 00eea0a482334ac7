import db from '@adonisjs/lucid/services/db'
import { inChunks } from '#kernel/batching/in_chunks'
import { changedRows, millis, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { afterCheck, CHECK_EVERY, CLAIM_LASTS, proofOf, type TxtAnswer } from '#orgs/rules/domain_proof'
import { readProofs } from '#orgs/store/domain_records'
import { loseDomains } from '#orgs/store/lose_domains'

/** The number of domains per chunk, and the most chunks in one run. */
const CHUNK = 20
const CHUNKS = 50

type Due = { id: string; hostname: string; token: string; missingSince: Millis | null }

/**
 * Checks the proofs of verified domains once a day, and deletes claims that were not proved in time
 * (contract/10-storefront#101-domains).
 */
export default class CheckDomains {
  async execute(signal?: AbortSignal, now: Millis = Date.now()) {
    const lapsed = `delete from org_domains where status = 'pending' and created_at <= ?`
    await changedRows(db.connection(), lapsed, [new Date(now - CLAIM_LASTS)])
    return inChunks(CHUNK, () => this.#chunk(now), signal, CHUNKS)
  }

  async #chunk(now: Millis): Promise<number> {
    const due = await rows<Due>(
      db.connection(),
      `select id, hostname, token, ${millis('missing_since', 'missingSince')} from org_domains
       where status = 'verified' and checked_at <= ? order by checked_at, id limit ?`,
      [new Date(now - CHECK_EVERY), CHUNK]
    )
    const answers = await Promise.all(due.map(({ hostname }) => readProofs(hostname)))
    // If no lookup of several gets an answer, the cause is our own name server, so no domain is judged.
    const blind = due.length > 1 && answers.every((answer) => answer === null)
    await this.#note(blind ? [] : due, answers, due, now)
    return due.length
  }

  async #note(judged: Due[], answers: TxtAnswer[], due: Due[], now: Millis) {
    const after = judged.map((one, at) => ({
      ...one,
      ...afterCheck(one.missingSince, proofOf(answers[at], one.token) === 'found', now),
    }))
    await transaction(async (trx) => {
      await rows(trx, `select id from org_domains where id = any(?::uuid[]) order by id for update`, [
        due.map(({ id }) => id),
      ])
      const at = new Date(now)
      const since = after.map(({ missingSince }) => (missingSince === null ? null : new Date(missingSince)))
      await rows(trx, `update org_domains set checked_at = ? where id = any(?::uuid[])`, [
        at,
        due.map(({ id }) => id),
      ])
      await rows(
        trx,
        `update org_domains d set missing_since = n.since
         from unnest(?::uuid[], ?::timestamptz[]) as n (id, since) where n.id = d.id and d.status = 'verified'`,
        [after.map(({ id }) => id), since]
      )
      await loseDomains(
        trx,
        after.filter(({ lost }) => lost).map(({ id }) => id),
        now
      )
    })
  }
}
