import { changeCondition } from '../../../console/src/api/condition'
import { alone } from '../../../console/src/api/lock'
import { reach } from '../../../console/src/api/reach'
import { refusalOf, type Refusal } from '../../../console/src/api/refusal'
import { forgetAsked } from './mailed_code'
import { place } from './place'

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

/**
 * Why the service denies access to the end user of this page: the merchant has banned them or closed the portal. Another
 * sign-in would not help, so the page says this instead of asking for one.
 */
let denied: Refusal | null = null

export const sessionNow = () => session

/** Returns true if this browser may hold a session for an org. */
const mayBeSignedIn = (orgId: string) => localStorage.getItem(SIGNED_IN) === orgId

function claimsOf(token: string): Claims {
  const bytes = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(bytes) as Claims
}

/**
 * The user whose data this page shows and whose requests may wait for a session. It outlives the session: only the same
 * user can continue on this page.
 */
let shownUser: string | null = null

/**
 * Returns true if the claims belong to the user of this page. For a different user it loads the portal anew, in
 * place of this page. Until then, no waiting request may be sent.
 */
function isOfThisPage({ org, sub, lic }: Claims): boolean {
  // Somebody who only has the key of a license may not be its owner, although `sub` is the owner.
  const user = `${org} ${sub} ${lic ?? ''}`
  shownUser ??= user
  if (shownUser !== user) location.replace(place.base)
  return shownUser === user
}

/** Keeps a new token if it belongs to the user of this page, and returns whether it does. */
function keep(token: string): boolean {
  const claims = claimsOf(token)
  localStorage.setItem(SIGNED_IN, claims.org)
  forgetAsked()
  if (!isOfThisPage(claims)) return false
  session = { token, claims }
  denied = null
  return true
}

/** Forgets a session that has ended, in this browser. */
function forget() {
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
  if (!mayBeSignedIn(orgId)) {
    if (denied) throw denied
    return false
  }
  const response = await reach({ method: 'GET' }, () => alone('portal renewal', sendRenewal))
  if (response.status === 429 || response.status >= 500) throw await refusalOf(response)
  if (!response.ok) {
    forget()
    if (response.status === 403) throw (denied = await refusalOf(response))
    return false
  }
  const { data } = (await response.json()) as { data: { tokens: { accessToken: string } } }
  // The portal loads anew for a different user: the requests that wait for this renewal are never sent again.
  if (!keep(data.tokens.accessToken)) return new Promise(() => {})
  return session?.claims.org === orgId
}

const sendRenewal = () =>
  fetch('/v1/enduser/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCookies: true }),
  })

/** Tabs send each other the claims of a new session on sign-in, and a word on sign-out. */
const tabs = new BroadcastChannel('latchkey portal')

/**
 * Call this after an end user has signed in, in this tab. Returns false if a different user was signed in on this page
 * before: the portal is then loaded anew, and no request of that user is sent.
 */
export function signedIn(token: string): boolean {
  const isSame = keep(token)
  tabs.postMessage(claimsOf(token))
  if (isSame) changeCondition({ sessionOver: false })
  return isSame
}

export function signedOut() {
  forget()
  tabs.postMessage('signed out')
}

/**
 * Calls `leave` after a sign-out in another tab. After a sign-in there, forgets a code that this tab has requested, which
 * may be spent. If it is the same user, it then continues, and calls `arrived`.
 */
export function onOtherTabs(orgId: string, { leave, arrived }: { leave?: () => void; arrived?: () => void }) {
  tabs.onmessage = ({ data }: MessageEvent<Claims | 'signed out'>) => {
    if (data === 'signed out') {
      session = null
      leave?.()
    } else if (data.org === orgId) {
      forgetAsked()
      if (!isOfThisPage(data)) return
      changeCondition({ sessionOver: false })
      arrived?.()
    }
  }
}
