import { changeCondition, conditionNow, until } from './condition'
import type { Asked } from './described_route'
import { pause } from './random'
import { refusalOf } from './refusal'
import { renew } from './session'

const LONGEST_WAIT = 30
const TRIES_OF_WRITES = 4

/** Set once somebody is signed in here: from then on a session that ends is asked for again, on top of the page. */
let wasSignedIn = false
export const noteSignedIn = () => void (wasSignedIn = true)

/**
 * Asks the service: waits out its limits, renews the session, and tries again when it cannot be reached.
 * @throws Refusal; TypeError when a write has not reached the service after some tries.
 */
export async function ask<Answer>(asked: Asked): Promise<Answer> {
  let renewed = false
  for (let failures = 0; ;) {
    await waitOut()
    const from = Date.now()
    const response = await send(asked).catch((error: unknown) => {
      if (asked.signal?.aborted) throw error
      return null
    })
    if (!response) {
      changeCondition({ unreachable: true })
      failures += 1
      if (asked.method !== 'GET' && failures > TRIES_OF_WRITES)
        throw new TypeError('The service cannot be reached')
      await pause(Math.min(2 ** (failures - 1), LONGEST_WAIT) * 1000)
      continue
    }
    changeCondition({ unreachable: false })
    if (response.ok) return (await response.json()).data as Answer
    if (response.status === 429 && response.headers.has('retry-after')) {
      noteWait(Number(response.headers.get('retry-after')))
      continue
    }
    if (response.status === 401 && !asked.open && !renewed) {
      renewed = await renew(from)
      if (renewed) continue
      if (wasSignedIn) {
        changeCondition({ sessionOver: true })
        await until((now) => !now.sessionOver)
        renewed = true
        continue
      }
    }
    throw await refusalOf(response)
  }
}

async function waitOut() {
  const { waitUntil } = conditionNow()
  if (waitUntil && waitUntil > Date.now()) await until((now) => now.waitUntil === null)
}

function noteWait(seconds: number) {
  const waitUntil = Date.now() + Math.max(seconds, 1) * 1000
  changeCondition({ waitUntil })
  setTimeout(() => {
    if (conditionNow().waitUntil === waitUntil) changeCondition({ waitUntil: null })
  }, waitUntil - Date.now())
}

function send({ method, url, body, signal, key, ifMatch }: Asked): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  return fetch(url, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) })
}
