import { decide } from '#runtime/rules/authorize'
import type { Millis } from '#kernel/time/millis'
import { knownOf, type Known } from '#runtime/queries/authorize_facts'
import type { Question } from '#runtime/queries/fact_rows'
import { assertWanted } from '#runtime/store/late_calls'
import type { AuthorizeTransaction } from '#kernel/database/authorize_store'
import type { DecidedAnswer } from './answer.js'
import type { Pending } from './pending_call.js'
import { deleteLapsedAddresses, deleteLapsedSessions, lockLicensesOf } from './seat_writes.js'
import { lapsedAddresses } from './seen.js'
import { writeDecisions } from './write_decisions.js'

const MAX_ROUNDS = 5

/**
 * Decides and writes a batch of calls in the transaction `trx`. Returns the answers in the order of the calls, null for
 * a call whose license another transaction has locked; such a call has no effect. The decisions use the database's
 * clock, read under the locks.
 * @throws if one of the calls cannot be written, or is too late (SIGNING_UNAVAILABLE): then `trx` must not commit.
 */
export async function commitTogether(
  trx: AuthorizeTransaction,
  batch: Pending[]
): Promise<(DecidedAnswer | null)[]> {
  const { licenseIds, free, now } = await lockLicensesOf(
    trx,
    batch.map(({ question }) => question)
  )
  const mine = batch.filter((_pending, at) => free[at])
  await deleteLapsedSessions(trx, licenseIds, now)
  const outcomes = new Map<Pending, DecidedAnswer>()
  for (const round of inRounds(mine)) {
    const written = await commitRound(trx, round, now)
    round.forEach((pending, at) => outcomes.set(pending, written[at]))
  }
  assertWanted(mine)
  return batch.map((pending) => outcomes.get(pending) ?? null)
}

/** Splits calls into rounds, so that each call of a license sees what its previous calls have written. */
function inRounds(batch: Pending[]): Pending[][] {
  const rounds: Pending[][] = []
  const taken = new Map<string, number>()
  for (const pending of batch) {
    const { orgId, licenseKey } = pending.question
    const key = `${orgId} ${licenseKey}`
    const turn = taken.get(key) ?? 0
    taken.set(key, turn + 1)
    ;(rounds[turn] ??= []).push(pending)
  }
  return rounds
}

async function commitRound(
  trx: AuthorizeTransaction,
  round: Pending[],
  now: Millis
): Promise<DecidedAnswer[]> {
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
 * Deletes addresses that have left their window, and reads the facts until all of these are deleted. An address that
 * is seen again at the moment of its deletion stays and counts.
 */
async function factsWithoutLapsed(
  trx: AuthorizeTransaction,
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
