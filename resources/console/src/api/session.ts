import { changeCondition } from './condition'
import { readNote, writeNote } from './cookies'
import { alone } from './lock'
import { reach } from './reach'
import { refusalOf } from './refusal'

/** When a tab of this browser has last renewed the session, in milliseconds since 1970. */
const RENEWED = 'renewed'
const KEEP_NOTE = 3600

let renewing: Promise<boolean> | null = null

/**
 * Renews the session, unless another tab has since `failedFrom`, when the request began that was refused: a renewal
 * with a token that was used before ends the whole session, so tabs take turns. False when there is nothing to renew.
 */
export function renew(failedFrom: number): Promise<boolean> {
  renewing ??= renewInTurn(failedFrom).finally(() => (renewing = null))
  return renewing
}

/** No tab keeps its turn while the service asks to wait. @throws Refusal when it cannot renew anything now. */
async function renewInTurn(failedFrom: number): Promise<boolean> {
  const response = await reach({ method: 'GET' }, () => alone('renewal', () => renewOnce(failedFrom)))
  if (response.status === 429 || response.status >= 500) throw await refusalOf(response)
  return response.ok
}

async function renewOnce(failedFrom: number): Promise<Response> {
  if (Number(readNote(RENEWED)) > failedFrom) return new Response()
  const response = await fetch('/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCookies: true }),
  })
  if (response.ok) writeNote(RENEWED, String(Date.now()), KEEP_NOTE)
  return response
}

/** Whether this browser holds a session, by the one cookie of it that scripts may read. */
export function hasSession(): boolean {
  return /(^|; )(__Host-)?latchkey_session=./.test(document.cookie)
}

/** Tabs tell each other who has signed in and out. */
const tabs = new BroadcastChannel('latchkey')

/** To be called once somebody is signed in, in this tab. */
export function signedIn() {
  writeNote(RENEWED, String(Date.now()), KEEP_NOTE)
  changeCondition({ sessionOver: false })
  tabs.postMessage('signed in')
}

export function signedOut() {
  tabs.postMessage('signed out')
}

/** `leave`: somebody signed out in another tab. `arrived`: somebody signed in there, who may be somebody else. */
export function onOtherTabs({ leave, arrived }: { leave: () => void; arrived: () => void }) {
  tabs.onmessage = ({ data }) => (data === 'signed out' ? leave() : arrived())
}
