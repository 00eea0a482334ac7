import { call } from './api.js'
import { mailedProof } from './challenges.js'

const AUTH = '/v1/enduser/auth'

/** Calls a door. */
export const knock = (door: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `${AUTH}/${door}`, { body, headers })

/** Requests a code and reads its mail. */
export async function askForCode(orgId: string, email: string, more: object = {}) {
  const { body } = await knock('code', { orgId, email, ...more })
  return { challengeToken: body.data.challengeToken as string, ...(await mailedProof(email.toLowerCase())) }
}

/** Signs in with a mailed code. */
export async function enterByCode(orgId: string, email: string) {
  const { challengeToken, code } = await askForCode(orgId, email)
  return knock('code/verify', { challengeToken, code })
}
