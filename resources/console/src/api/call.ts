import { changeCondition, until } from './condition'
import type { Asked } from './described_route'
import { reach } from './reach'
import { refusalOf } from './refusal'
import { lookForArrival, renew } from './session'

/**
 * True once a user has signed in on this page. If the session ends after that, the sign-in opens on top of the page.
 */
let wasSignedIn = false
export const noteSignedIn = () => void (wasSignedIn = true)

/**
 * Sends a request to the service. Waits out rate limits, renews the session, and retries if the service cannot be
 * reached.
 * @throws Refusal if the service refuses the request; TypeError if a write cannot reach the service after several
 * tries.
 */
export async function ask<Answer>(asked: Asked): Promise<Answer> {
  return dataOf(await respond(asked, () => send(asked)))
}

export const dataOf = async <Data>(response: Response) => ((await response.json()) as { data: Data }).data

/**
 * Calls `send` with the same waits, renewal and retries as `ask`. After a sign-in in another tab, only `first` is sent
 * before it is known whose session it is, so that nothing is done as somebody else.
 * @throws Refusal, TypeError
 */
export async function respond(
  asked: Pick<Asked, 'method' | 'signal' | 'open'> & { first?: boolean },
  send: () => Promise<Response>
): Promise<Response> {
  for (let renewed = false; ;) {
    let from = 0
    const response = await reach(asked, async () => {
      if (!asked.open && !asked.first) {
        lookForArrival()
        await until((now) => !now.userUnsure)
      }
      from = Date.now()
      return send()
    })
    if (response.ok) return response
    if (response.status !== 401 || asked.open || renewed) throw await refusalOf(response)
    renewed = true
    if (await renew(from)) continue
    if (!wasSignedIn) throw await refusalOf(response)
    changeCondition({ sessionOver: true })
    await until((now) => !now.sessionOver)
  }
}

function send({ method, url, body, signal, key, ifMatch }: Asked): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  return fetch(url, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) })
}
