import { setTimeout as delay } from 'node:timers/promises'
import Refusal from '#kernel/refusals/refusal'
import { authorizeTransaction, LOCK_PATIENCE } from '#kernel/database/authorize_store'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { commitTogether } from './commit_together.js'
import type { DecidedAnswer } from './answer.js'
import type { Pending } from './pending_call.js'

/** Milliseconds until a call whose license is held is tried again. */
const RETRY = 15

const keyOf = ({ question: { orgId, licenseKey } }: Pending) => `${orgId} ${licenseKey}`

/** Calls share a transaction. A call that cannot be written fails alone. */
const commits = new MicroBatch(commitAll, { size: 32, lanes: 2, keyOf })

/** Calls whose license is held wait here, all of them at the same time and without a connection. */
const retries = new MicroBatch(commitAll, { size: 128, lanes: 1, keyOf })

/**
 * Decides a call again under the lock of its license and writes the result in one transaction, so that of any number
 * of calls that race for the last seat exactly one gets it (contract#sessions-of-a-license). A license that another
 * transaction holds delays its own calls, at most `LOCK_PATIENCE`, and no others. After an error nothing of the call
 * is written, unless the connection broke during the commit itself.
 * @throws Refusal SIGNING_UNAVAILABLE when the license is held longer; the errors of Postgres.
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
  return eachSettled(batch, (some) => authorizeTransaction((trx) => commitTogether(trx, some)))
}

function held(): Refusal {
  return new Refusal('SIGNING_UNAVAILABLE', {
    message: 'The license is being changed right now: retry with a fresh nonce',
    retryAfter: 1,
  })
}
