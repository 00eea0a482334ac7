import { changeCondition, until } from '../../../console/src/api/condition'
import type { Asked } from '../../../console/src/api/described_route'
import { reach } from '../../../console/src/api/reach'
import { refusalOf } from '../../../console/src/api/refusal'
import { orgIdNow } from './portal'
import { renew, sessionNow } from './session'

/**
 * Sends a request to the service. Waits out rate limits, renews the session, and retries if the service cannot be
 * reached.
 * @throws Refusal if the service refuses the request; TypeError if a write cannot reach the service after several
 * tries.
 */
export async function ask<Answer>(asked: Asked & { form?: FormData }): Promise<Answer> {
  return ((await (await respond(asked)).json()) as { data: Answer }).data
}

/** Routes that answer UNAUTHORIZED to a wrong code or password. They are not retried after that. */
const PROOFS = new Set([
  '/v1/enduser/me/password',
  '/v1/enduser/me/email/confirm',
  '/v1/enduser/me/erasure/confirm',
])

/** Sends a request as `ask` does and returns the whole response, for files. @throws Refusal, TypeError */
export async function respond(asked: Asked & { form?: FormData }): Promise<Response> {
  for (let renewed = false; ;) {
    let token: string | null = null
    const response = await reach(asked, () => {
      token = asked.open ? null : (sessionNow()?.token ?? null)
      return send(asked, token)
    })
    if (response.ok) return response
    const refusal = await refusalOf(response)
    const isProof = PROOFS.has(asked.url) && refusal.code !== 'EXPIRED_TOKEN'
    if (response.status === 401 && !asked.open && !isProof && !renewed) {
      renewed = await renew(orgIdNow(), token)
      if (renewed) continue
      changeCondition({ sessionOver: true })
      await until((now) => !now.sessionOver)
      continue
    }
    throw refusal
  }
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
