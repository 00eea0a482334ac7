import { changeCondition } from '../../../console/src/api/condition'
import { alone } from '../../../console/src/api/lock'
import { reach } from '../../../console/src/api/reach'
import { refusalOf } from '../../../console/src/api/refusal'
import { LONGEST_WAIT } from './longest_wait'

/** The claims of an access token. Only the service verifies them; this page just reads them. */
type Claims = { sub: string; org: string; sid: string; amr: string[]; auth_time: number; lic?: string }

type Session = { token: string; claims: Claims }

/**
 * Key in `localStorage` of the org whose end user has signed in with this browser. It is needed because scripts cannot
 * read the cookie with the token.
 */
const SIGNED_IN = 'latchkey.portal'

let session: Session | null = null
let renewing: Promise<boolean> | null = null

export const sessionNow = () => session

/** Returns true if this browser may hold a session for an org. */
const mayBeSignedIn = (orgId: string) => localStorage.getItem(SIGNED_IN) === orgId

function claimsOf(token: string): Claims {
  const bytes = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(bytes) as Claims
}

/**
 * Keeps a new token. If it belongs to a different end user, the page is loaded again, because it shows data of the
 * previous one.
 */
function keep(token: string) {
  const before = session?.claims.sub
  session = { token, claims: claimsOf(token) }
  localStorage.setItem(SIGNED_IN, session.claims.org)
  if (before && before !== session.claims.sub) location.reload()
}

/** Forgets a session that has ended, in this browser. */
export function forget() {
  session = null
  localStorage.removeItem(SIGNED_IN)
}

/**
 * Gets a new access token, unless another call has already replaced the `failed` one. Tabs take turns, because a
 * renewal with a used token ends the whole session. Returns false if there is no session for this org.
 */
export function renew(orgId: string, failed: string | null): Promise<boolean> {
  if (session && session.token !== failed) return Promise.resolve(true)
  renewing ??= renewInTurn(orgId).finally(() => (renewing = null))
  return renewing
}

/**
 * Gives up its turn while it waits for a rate limit, so that it does not block other tabs.
 * @throws Refusal if the service cannot renew any session at the moment, or if it denies access.
 */
async function renewInTurn(orgId: string): Promise<boolean> {
  if (!mayBeSignedIn(orgId)) return false
  const response = await reach({ method: 'GET' }, () => alone('portal renewal', sendRenewal), LONGEST_WAIT)
  if (response.status === 429 || response.status >= 500) throw await refusalOf(response)
  if (!response.ok) {
    forget()
    // The merchant has banned the end user or closed the portal, so another sign-in would not help.
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

/** Tabs send each other a message on sign-in and sign-out. */
const tabs = new BroadcastChannel('latchkey portal')

/** Call this after an end user has signed in, in this tab. */
export function signedIn(token: string) {
  keep(token)
  tabs.postMessage('signed in')
  changeCondition({ sessionOver: false })
}

export function signedOut() {
  forget()
  tabs.postMessage('signed out')
}

/** Calls `leave` after a sign-out in another tab, and continues after a sign-in there. */
export function onOtherTabs(orgId: string, leave: () => void) {
  tabs.onmessage = ({ data }) => {
    if (data === 'signed out') {
      session = null
      leave()
    } else if (mayBeSignedIn(orgId)) changeCondition({ sessionOver: false })
  }
}
