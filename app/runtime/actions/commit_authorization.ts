import { setTimeout as delay } from 'node:timers/promises'
import Refusal from '#kernel/refusals/refusal'
import { authorizeTransaction, LOCK_PATIENCE } from '#kernel/database/authorize_store'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { assertWanted, settleWanted } from '#runtime/store/late_calls'
import { commitTogether } from './commit_together.js'
import type { DecidedAnswer } from './answer.js'
import type { Pending } from './pending_call.js'

/** Milliseconds before the next attempt for a call whose license is locked. */
const RETRY = 15

const keyOf = ({ question: { orgId, licenseKey } }: Pending) => `${orgId} ${licenseKey}`

/** Calls share a transaction. If a call cannot be written, only this call fails. */
const commits = new MicroBatch(commitAll, { size: 32, lanes: 2, keyOf })

/** Attempts for calls whose license was locked. These calls all wait at the same time, without a connection. */
const retries = new MicroBatch(commitAll, { size: 128, lanes: 1, keyOf })

/**
 * Decides a call again under the lock of its license and writes the result in one transaction. So if any number of
 * calls race for the last seat, exactly one gets it (contract#sessions-of-a-license). A license that another
 * transaction has locked delays only its own calls, and these for at most `LOCK_PATIENCE` milliseconds. After an error
 * nothing of the call is written, unless the connection broke during the commit itself.
 * @throws Refusal SIGNING_UNAVAILABLE if the license is locked for longer; the errors of Postgres.
 */
export async function commitAuthorization(pending: Pending): Promise<DecidedAnswer> {
  const until = performance.now() + LOCK_PATIENCE
  let answer = await commits.add(pending)
  while (answer === null) {
    if (performance.now() > until) throw held()
    await delay(RETRY)
    answer = await retries.add(pending)
  }
  return answer
}

function commitAll(batch: Pending[]) {
  return settleWanted(batch, (wanted) => eachSettled(wanted, commit))
}

async function commit(batch: Pending[]): Promise<(DecidedAnswer | null)[]> {
  // Calls that run again alone, because another one of their batch has failed, may be late by now.
  assertWanted(batch)
  return authorizeTransaction((trx) => commitTogether(trx, batch))
}

function held(): Refusal {
  return new Refusal('SIGNING_UNAVAILABLE', {
    message: 'The license is being changed right now: retry with a fresh nonce',
    retryAfter: 1,
  })
}
