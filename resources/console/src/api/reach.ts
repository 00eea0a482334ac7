import { changeCondition, conditionNow, until } from './condition'
import type { Asked } from './described_route'
import { pause } from './random'

const LONGEST_PAUSE = 30
const TRIES_OF_WRITES = 4
/**
 * The longest rate limit that is waited out. A longer one means too many attempts of one kind by the user, and is shown
 * at the form as an error. Seconds.
 */
const LONGEST_WAIT = 60

/** How many requests have failed and are sent again. */
let retrying = 0

/**
 * Sends a request until the service responds. Waits out rate limits of up to a minute, and retries while the service
 * cannot be reached.
 * @throws TypeError if a write has not reached the service after several tries.
 */
export async function reach(
  { method, signal }: Pick<Asked, 'method' | 'signal'>,
  send: () => Promise<Response>
): Promise<Response> {
  let failures = 0
  try {
    for (;;) {
      const { waitUntil } = conditionNow()
      if (waitUntil && waitUntil > Date.now()) await until((now) => now.waitUntil === null)
      const response = await send().catch((error: unknown) => {
        if (signal?.aborted) throw error
        return null
      })
      changeCondition({ unreachable: response === null })
      if (!response) {
        if (failures === 0) retrying += 1
        failures += 1
        if (method !== 'GET' && failures > TRIES_OF_WRITES)
          throw new TypeError('The service cannot be reached')
        await pause(Math.min(2 ** (failures - 1), LONGEST_PAUSE) * 1000)
        continue
      }
      // The service sends seconds. A date, which some proxies send, is ignored.
      const wait = response.status === 429 ? Number(response.headers.get('retry-after')) || 0 : 0
      if (wait === 0 || wait > LONGEST_WAIT) return response
      noteWait(wait)
    }
  } finally {
    // A write that gives up, or a request of a page that is left, is not sent again.
    if (failures > 0 && --retrying === 0) changeCondition({ unreachable: false })
  }
}

function noteWait(seconds: number) {
  const waitUntil = Date.now() + seconds * 1000
  changeCondition({ waitUntil })
  setTimeout(() => {
    if (conditionNow().waitUntil === waitUntil) changeCondition({ waitUntil: null })
  }, waitUntil - Date.now())
}
