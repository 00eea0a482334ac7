import { decide, type AuthorizeDecision } from '#domain/license/authorize'
import type { Millis } from '#domain/license/license'
import type { Actor } from '#domain/scope'
import { databaseFault } from '#exceptions/database_faults'
import { knownOf, type Known } from '#queries/authorize/authorize_facts'
import type { Question } from '#queries/authorize/fact_rows'
import { authorizeTransaction, type AuthorizeClient } from '#services/authorize_store'
import MicroBatch from '#services/micro_batch'
import type { AuthorizeOutcome } from './outcome.js'
import { deleteLapsedAddresses, deleteLapsedSessions, lockLicensesOf } from './seat_writes.js'
import { lapsedAddresses } from './seen.js'
import { writeDecisions } from './write_decisions.js'

/** A call that takes a seat or a slot, activates, or finds its license expired. */
export type Pending = { question: Question; actor: Actor }

/** A pending call, decided under the lock of its license. */
export type Decided = { pending: Pending; known: Known; decision: AuthorizeDecision }

const MAX_ROUNDS = 5

/** Calls share a transaction; two transactions of one process never wait for each other's license. */
const commits = new MicroBatch(commitAll, { size: 32, lanes: 2, keyOf: ({ question }) => keyOf(question) })

/**
 * Decides a call again under the lock of its license and writes what follows, in one transaction: so of any
 * number of calls that race for the last seat exactly one gets it (contract 4). Errors:
 * those of Postgres.
 */
export function commitAuthorization(pending: Pending): Promise<AuthorizeOutcome> {
  return commits.add(pending)
}

function keyOf({ orgId, licenseKey }: Question): string {
  return `${orgId} ${licenseKey}`
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

async function commitTogether(trx: AuthorizeClient, batch: Pending[]): Promise<AuthorizeOutcome[]> {
  const licenseIds = await lockLicensesOf(
    trx,
    batch.map(({ question }) => question)
  )
  const now = Date.now()
  await deleteLapsedSessions(trx, licenseIds, now)
  const outcomes = new Map<Pending, AuthorizeOutcome>()
  for (const round of inRounds(batch)) {
    const written = await commitRound(trx, round, now)
    round.forEach((pending, at) => outcomes.set(pending, written[at]))
  }
  return batch.map((pending) => outcomes.get(pending)!)
}

/** Calls for one license take turns, each of them seeing what the one before has written. */
function inRounds(batch: Pending[]): Pending[][] {
  const rounds: Pending[][] = []
  const taken = new Map<string, number>()
  for (const pending of batch) {
    const key = keyOf(pending.question)
    const turn = taken.get(key) ?? 0
    taken.set(key, turn + 1)
    ;(rounds[turn] ??= []).push(pending)
  }
  return rounds
}

async function commitRound(trx: AuthorizeClient, round: Pending[], now: Millis): Promise<AuthorizeOutcome[]> {
  const questions = round.map(({ question }) => question)
  const known = await factsWithoutLapsed(trx, questions, now)
  const decided = round.map((pending, at) => ({
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
async function factsWithoutLapsed(
  trx: AuthorizeClient,
  questions: Question[],
  now: Millis
): Promise<Known[]> {
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
