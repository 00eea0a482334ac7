import { changeCondition, conditionNow, until } from './condition'
import type { Asked } from './described_route'
import { pause } from './random'

const LONGEST_PAUSE = 30
const TRIES_OF_WRITES = 4

/**
 * What the service answers in the end: its limits are waited out, unless they ask for more than `longestWait` seconds,
 * and a service that cannot be reached is tried again.
 * @throws TypeError when a write has not reached the service after some tries.
 */
export async function reach(
  { method, signal }: Pick<Asked, 'method' | 'signal'>,
  send: () => Promise<Response>,
  longestWait = Infinity
): Promise<Response> {
  for (let failures = 0; ;) {
    const { waitUntil } = conditionNow()
    if (waitUntil && waitUntil > Date.now()) await until((now) => now.waitUntil === null)
    const response = await send().catch((error: unknown) => {
      if (signal?.aborted) throw error
      return null
    })
    changeCondition({ unreachable: response === null })
    if (!response) {
      failures += 1
      if (method !== 'GET' && failures > TRIES_OF_WRITES) throw new TypeError('The service cannot be reached')
      await pause(Math.min(2 ** (failures - 1), LONGEST_PAUSE) * 1000)
      continue
    }
    // The service names seconds. A date, as some proxies send, is not waited for.
    const wait = response.status === 429 ? Number(response.headers.get('retry-after')) || 0 : 0
    if (wait === 0 || wait > longestWait) return response
    noteWait(wait)
  }
}

function noteWait(seconds: number) {
  const waitUntil = Date.now() + seconds * 1000
  changeCondition({ waitUntil })
  setTimeout(() => {
    if (conditionNow().waitUntil === waitUntil) changeCondition({ waitUntil: null })
  }, waitUntil - Date.now())
}
