import { changeCondition } from '../../../console/src/api/condition'
import { alone } from '../../../console/src/api/lock'
import { reach } from '../../../console/src/api/reach'
import { refusalOf } from '../../../console/src/api/refusal'
import { LONGEST_WAIT } from './longest_wait'

/** What an access token says of itself; the service proves it, this page only reads it. */
type Claims = { sub: string; org: string; sid: string; amr: string[]; auth_time: number; lic?: string }

type Session = { token: string; claims: Claims }

/** Which org's end user has signed in with this browser: the cookie with the token is not for scripts. */
const SIGNED_IN = 'latchkey.portal'

let session: Session | null = null
let renewing: Promise<boolean> | null = null

export const sessionNow = () => session

/** Whether this browser may have a sign-in for an org. */
const mayBeSignedIn = (orgId: string) => localStorage.getItem(SIGNED_IN) === orgId

function claimsOf(token: string): Claims {
  const bytes = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(bytes) as Claims
}

/** What a page shows is its holder's: it is drawn anew for anybody else. */
function keep(token: string) {
  const before = session?.claims.sub
  session = { token, claims: claimsOf(token) }
  localStorage.setItem(SIGNED_IN, session.claims.org)
  if (before && before !== session.claims.sub) location.reload()
}

/** Forgets a sign-in that has ended, in this browser. */
export function forget() {
  session = null
  localStorage.removeItem(SIGNED_IN)
}

/**
 * Gets another access token, unless that has happened since `failed` was refused. Tabs take turns: a renewal with a
 * token that was used before ends the whole sign-in. False where there is none for this org any more.
 */
export function renew(orgId: string, failed: string | null): Promise<boolean> {
  if (session && session.token !== failed) return Promise.resolve(true)
  renewing ??= renewInTurn(orgId).finally(() => (renewing = null))
  return renewing
}

/** No tab keeps its turn while the service asks to wait. @throws Refusal when it cannot renew anything now. */
async function renewInTurn(orgId: string): Promise<boolean> {
  if (!mayBeSignedIn(orgId)) return false
  const response = await reach({ method: 'GET' }, () => alone('portal renewal', sendRenewal), LONGEST_WAIT)
  if (response.status === 429 || response.status >= 500) throw await refusalOf(response)
  if (!response.ok) {
    forget()
    // The merchant has banned somebody, or closed the portal: another sign-in would not help.
    if (response.status === 403) throw await refusalOf(response)
    return false
  }
  const { data } = (await response.json()) as { data: { tokens: { accessToken: string } } }
  keep(data.tokens.accessToken)
  return session?.claims.org === orgId
}

const sendRenewal = () =>
  fetch('/v1/enduser/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCookies: true }),
  })

/** Tabs tell each other who has signed in and out. */
const tabs = new BroadcastChannel('latchkey portal')

/** To be called once somebody is signed in, in this tab. */
export function signedIn(token: string) {
  keep(token)
  tabs.postMessage('signed in')
  changeCondition({ sessionOver: false })
}

export function signedOut() {
  forget()
  tabs.postMessage('signed out')
}

/** Leaves when another tab has signed out; goes on when one has signed in. */
export function onOtherTabs(orgId: string, leave: () => void) {
  tabs.onmessage = ({ data }) => {
    if (data === 'signed out') {
      session = null
      leave()
    } else if (mayBeSignedIn(orgId)) changeCondition({ sessionOver: false })
  }
}
