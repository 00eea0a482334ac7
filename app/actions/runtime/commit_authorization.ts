import { decide, type AuthorizeDecision } from '#domain/license/authorize'
import type { Millis } from '#domain/license/license'
import type { Actor } from '#domain/scope'
import { databaseFault } from '#exceptions/database_faults'
import { knownOf, type Known } from '#queries/authorize/authorize_facts'
import type { Question } from '#queries/authorize/fact_rows'
import { authorizeTransaction } from '#services/authorize_store'
import MicroBatch from '#services/micro_batch'
import type { Trx } from '#services/unit_of_work'
import type { AuthorizeOutcome } from './outcome.js'
import { deleteLapsedAddresses, deleteLapsedSessions, lockLicensesOf } from './seat_writes.js'
import { lapsedAddresses } from './seen.js'
import { writeDecisions } from './write_decisions.js'

/** A call that takes a seat or a slot, activates, or finds its license expired. */
export type Pending = { question: Question; actor: Actor }

/** A pending call, decided under the lock of its license. */
export type Decided = { pending: Pending; known: Known; decision: AuthorizeDecision }

const MAX_ROUNDS = 5

/** Calls for different licenses share a transaction; those for one license take turns. */
const commits = new MicroBatch(commitAll, {
  size: 32,
  lanes: 2,
  keyOf: ({ question }) => `${question.orgId} ${question.licenseKey}`,
})

/**
 * Decides a call again under the lock of its license and writes what follows, in one transaction: so of any
 * number of calls that race for the last seat exactly one gets it (contract 4). Errors: those of Postgres.
 */
export function commitAuthorization(pending: Pending): Promise<AuthorizeOutcome> {
  return commits.add(pending)
}

/** One call that cannot be written must not fail those that came with it. */
async function commitAll(batch: Pending[]): Promise<AuthorizeOutcome[]> {
  try {
    return await authorizeTransaction((trx) => commitTogether(trx, batch))
  } catch (error) {
    if (batch.length === 1 || isUnreachable(error)) throw error
  }
  const outcomes: AuthorizeOutcome[] = []
  for (const one of batch) {
    outcomes.push(...(await authorizeTransaction((trx) => commitTogether(trx, [one]))))
  }
  return outcomes
}

function isUnreachable(error: unknown): boolean {
  const held = error instanceof Error && 'code' in error && error.code === '55P03'
  return !held && databaseFault(error) === 'down'
}

async function commitTogether(trx: Trx, batch: Pending[]): Promise<AuthorizeOutcome[]> {
  const questions = batch.map(({ question }) => question)
  const licenseIds = await lockLicensesOf(trx, questions)
  const now = Date.now()
  await deleteLapsedSessions(trx, licenseIds, now)
  const known = await factsWithoutLapsed(trx, questions, now)
  const decided = batch.map((pending, at) => ({
    pending,
    known: known[at],
    decision: decide(known[at].facts, now),
  }))
  return writeDecisions(trx, decided, now)
}

/**
 * Reads the facts until no address that has left its window is among them: one that was seen in the very
 * moment of its deletion stays, and counts.
 */
async function factsWithoutLapsed(trx: Trx, questions: Question[], now: Millis): Promise<Known[]> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const known = await knownOf(trx, questions, now)
    const lapsed = known.flatMap((one) =>
      lapsedAddresses(one, now).map(({ value, lastSeenAt }) => ({
        licenseId: one.row!.id,
        value,
        lastSeenAt,
      }))
    )
    if ((await deleteLapsedAddresses(trx, lapsed)) === lapsed.length) return known
  }
  throw new Error('The addresses of a license keep changing while it is locked')
}
