import { setTimeout as delay } from 'node:timers/promises'
import Refusal from '#kernel/refusals/refusal'
import { authorizeTransaction, LOCK_PATIENCE } from '#kernel/database/authorize_store'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { commitTogether } from './commit_together.js'
import type { AuthorizeOutcome } from './outcome.js'
import type { Pending } from './pending_call.js'

/** Milliseconds after which a call whose license somebody else holds is tried again. */
const RETRY = 15

const keyOf = ({ question: { orgId, licenseKey } }: Pending) => `${orgId} ${licenseKey}`

/** Calls share a transaction. A call that cannot be written fails alone. */
const commits = new MicroBatch(commitAll, { size: 32, lanes: 2, keyOf })

/** Calls whose license is held wait here, all of them at the same time and without a connection. */
const retries = new MicroBatch(commitAll, { size: 128, lanes: 1, keyOf })

/**
 * Decides a call again under the lock of its license and writes what follows, in one transaction: so of any
 * number of calls that race for the last seat exactly one gets it (contract#sessions-of-a-license). A license that
 * somebody else holds delays its own calls, at most `LOCK_PATIENCE`, and no others. Errors: SIGNING_UNAVAILABLE when it
 * is held longer; those of Postgres. After an error nothing of the call is written, unless the connection broke during
 * the commit itself.
 */
export async function commitAuthorization(pending: Pending): Promise<AuthorizeOutcome> {
  const until = performance.now() + LOCK_PATIENCE
  let outcome = await commits.add(pending)
  while (outcome === null) {
    if (performance.now() > until) throw held()
    await delay(RETRY)
    outcome = await retries.add(pending)
  }
  return outcome
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
