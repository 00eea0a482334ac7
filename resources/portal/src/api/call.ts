import { changeCondition, conditionNow, until } from '../../../console/src/api/condition'
import type { Asked } from '../../../console/src/api/described_route'
import { pause } from '../../../console/src/api/random'
import { refusalOf } from '../../../console/src/api/refusal'
import { orgIdNow } from './portal'
import { forget, renew, sessionNow } from './session'

const LONGEST_PAUSE = 30
const TRIES_OF_WRITES = 4
/** Longer waits are those of somebody who tried too often, and are said where they did. Seconds. */
const LONGEST_WAIT = 60

/**
 * Asks the service: waits out its limits, renews the sign-in, and tries again when it cannot be reached.
 * @throws Refusal; TypeError when a write has not reached the service after some tries.
 */
export async function ask<Answer>(asked: Asked & { form?: FormData }): Promise<Answer> {
  return ((await (await respond(asked)).json()) as { data: Answer }).data
}

/** Calls that answer UNAUTHORIZED to a wrong code or password, which is tried once. */
const PROOFS = new Set([
  '/v1/enduser/me/password',
  '/v1/enduser/me/email/confirm',
  '/v1/enduser/me/erasure/confirm',
])

/** The answer of the service as it is, for files. @throws Refusal, TypeError */
export async function respond(asked: Asked & { form?: FormData }): Promise<Response> {
  let renewed = false
  for (let failures = 0; ;) {
    const { waitUntil } = conditionNow()
    if (waitUntil && waitUntil > Date.now()) await until((now) => now.waitUntil === null)
    const token = asked.open ? null : (sessionNow()?.token ?? null)
    const response = await send(asked, token).catch((error: unknown) => {
      if (asked.signal?.aborted) throw error
      return null
    })
    if (!response) {
      changeCondition({ unreachable: true })
      failures += 1
      if (asked.method !== 'GET' && failures > TRIES_OF_WRITES)
        throw new TypeError('The service cannot be reached')
      await pause(Math.min(2 ** (failures - 1), LONGEST_PAUSE) * 1000)
      continue
    }
    changeCondition({ unreachable: false })
    if (response.ok) return response
    const wait = Number(response.headers.get('retry-after'))
    if (response.status === 429 && wait > 0 && wait <= LONGEST_WAIT) {
      noteWait(wait)
      continue
    }
    const refusal = await refusalOf(response)
    const isProof = PROOFS.has(asked.url) && refusal.code !== 'EXPIRED_TOKEN'
    if (response.status === 401 && !asked.open && !isProof && !renewed) {
      renewed = await renew(orgIdNow(), token)
      if (renewed) continue
      changeCondition({ sessionOver: true })
      await until((now) => !now.sessionOver)
      continue
    }
    if (refusal.code === 'USER_BANNED' && token) forget()
    throw refusal
  }
}

function noteWait(seconds: number) {
  const waitUntil = Date.now() + seconds * 1000
  changeCondition({ waitUntil })
  setTimeout(() => {
    if (conditionNow().waitUntil === waitUntil) changeCondition({ waitUntil: null })
  }, waitUntil - Date.now())
}

function send(
  { method, url, body, form, signal, key }: Asked & { form?: FormData },
  token: string | null
): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  if (token) headers['authorization'] = `Bearer ${token}`
  return fetch(url, {
    method,
    headers,
    signal,
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  })
}
