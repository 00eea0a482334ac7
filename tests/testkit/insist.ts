import { setTimeout as delay } from 'node:timers/promises'

/** More tries than a machine that is merely busy needs. */
const TRIES = 50

/**
 * Retries as a client does. On a machine that is too busy for the deadlines of the service, 503 means that the call had
 * no effect and may be retried after the given time. Many clients that retry at once delay each other.
 */
export async function insist<Answer extends { status: number; headers: Headers }>(
  ask: () => Promise<Answer>
): Promise<Answer> {
  let answer = await ask()
  for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) {
    await delay(Number(answer.headers.get('retry-after')) * 1000)
    answer = await ask()
  }
  return answer
}
