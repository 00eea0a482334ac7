import { changeCondition } from './condition'
import { readNote, writeNote } from './cookies'
import { alone } from './lock'
import { reach } from './reach'
import { refusalOf } from './refusal'

/** Name of the note with the time when a tab of this browser last renewed the session, in milliseconds since 1970. */
const RENEWED = 'renewed'
const KEEP_NOTE = 3600

let renewing: Promise<boolean> | null = null

/**
 * Renews the session, unless another tab has renewed it since `failedFrom`, the time when the refused request began.
 * Tabs take turns, because a renewal with a used token ends the whole session. Returns false if there is no session to
 * renew.
 */
export function renew(failedFrom: number): Promise<boolean> {
  renewing ??= renewInTurn(failedFrom).finally(() => (renewing = null))
  return renewing
}

/**
 * Gives up its turn while it waits for a rate limit, so that it does not block other tabs.
 * @throws Refusal if the service cannot renew any session at the moment.
 */
async function renewInTurn(failedFrom: number): Promise<boolean> {
  const response = await reach({ method: 'GET' }, () => alone('renewal', () => renewOnce(failedFrom)))
  if (response.status === 429 || response.status >= 500) throw await refusalOf(response)
  return response.ok
}

async function renewOnce(failedFrom: number): Promise<Response> {
  const renewed = Number(readNote(RENEWED))
  // A note from the future is from before the clock of this machine was set back, and says nothing.
  if (renewed > failedFrom && renewed <= Date.now()) return new Response()
  const response = await fetch('/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCookies: true }),
  })
  if (response.ok) {
    writeNote(RENEWED, String(Date.now()), KEEP_NOTE)
    known = sessionEnd()
  }
  return response
}

/** The end of the session that this browser holds, from the only session cookie that scripts may read. */
const sessionEnd = () => /(?:^|; )(?:__Host-)?latchkey_session=([^;]+)/.exec(document.cookie)?.[1]

/** Returns true if this browser holds a session. */
export const hasSession = () => sessionEnd() !== undefined

/** The end of the session that this tab knows. Another end is that of another sign-in, or of a renewal by another tab. */
let known = sessionEnd()
let toldOfArrival = () => {}

/**
 * Call this before a request: another tab may hold new cookies already, and its message be on its way. It then looks who
 * has signed in, as after the message.
 */
export function lookForArrival() {
  const end = sessionEnd()
  if (end === undefined || end === known) return
  known = end
  toldOfArrival()
}

/** Tabs send each other a message on sign-in and sign-out. */
const tabs = new BroadcastChannel('latchkey')

/** Call this after a user has signed in, in this tab. */
export function signedIn() {
  known = sessionEnd()
  writeNote(RENEWED, String(Date.now()), KEEP_NOTE)
  changeCondition({ sessionOver: false })
  tabs.postMessage('signed in')
}

export function signedOut() {
  tabs.postMessage('signed out')
}

/** `leave` runs after a sign-out in another tab. `arrived` runs after a sign-in there, perhaps by a different user. */
export function onOtherTabs({ leave, arrived }: { leave: () => void; arrived: () => void }) {
  toldOfArrival = arrived
  tabs.onmessage = ({ data }) => (data === 'signed out' ? leave() : arrived())
}
