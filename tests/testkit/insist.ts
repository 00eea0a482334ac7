import { setTimeout as delay } from 'node:timers/promises'

/** More than a machine that is merely busy needs. */
const TRIES = 50

/**
 * Asks as a client does: on a machine that is too busy for the deadline of runtime calls 503 means ask again after the time
 * that it says; it has had no effect. Many who ask again at once keep each other from an answer.
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
