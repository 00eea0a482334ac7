import { dataOf, respond } from './call'
import { changeCondition } from './condition'
import { pause } from './random'

/** How long the next try waits after a refusal, in milliseconds. */
const LOOK_AGAIN = 2000

/** Reads whose session this browser holds, as often as it takes. Requests that wait for the answer are sent after it. */
export async function readUserId(): Promise<string> {
  try {
    const response = await respond({ method: 'GET', first: true }, () => fetch('/v1/dashboard/me'))
    return (await dataOf<{ user: { id: string } }>(response)).user.id
  } catch {
    changeCondition({ unreachable: true })
    await pause(LOOK_AGAIN)
    return readUserId()
  }
}
