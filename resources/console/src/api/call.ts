import { changeCondition, until } from './condition'
import type { Asked } from './described_route'
import { reach } from './reach'
import { refusalOf } from './refusal'
import { renew } from './session'

/** Set once somebody is signed in here: from then on a session that ends is asked for again, on top of the page. */
let wasSignedIn = false
export const noteSignedIn = () => void (wasSignedIn = true)

/**
 * Asks the service: waits out its limits, renews the session, and tries again when it cannot be reached.
 * @throws Refusal; TypeError when a write has not reached the service after some tries.
 */
export async function ask<Answer>(asked: Asked): Promise<Answer> {
  return dataOf(await respond(asked, () => send(asked)))
}

export const dataOf = async <Data>(response: Response) => ((await response.json()) as { data: Data }).data

/** The answer to what `send` sends, which goes as `ask` does. @throws Refusal, TypeError */
export async function respond(
  asked: Pick<Asked, 'method' | 'signal' | 'open'>,
  send: () => Promise<Response>
): Promise<Response> {
  for (let renewed = false; ;) {
    let from = 0
    const response = await reach(asked, () => {
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
