import type {
  SsoSignInsExchangeData,
  SsoSignInsExchangeResponses,
  SsoSignInsStoreData,
  SsoSignInsStoreResponses,
} from './types'
import { Refusal } from './refusal'
import { route } from './route'

const startSso = route<SsoSignInsStoreData, SsoSignInsStoreResponses>('POST', '/v1/auth/sso/start', {
  open: true,
})
const exchangeSso = route<SsoSignInsExchangeData, SsoSignInsExchangeResponses>(
  'POST',
  '/v1/auth/sso/exchange',
  { open: true }
)

const KEPT = 'latchkey.sso'
type Begun = { codeVerifier: string; to: string }

const NOT_SECURE = new Refusal(
  0,
  'NOT_SECURE',
  'Single sign-on needs https: over plain HTTP the browser cannot keep its part of it secret.'
)
const NOT_BEGUN = new Refusal(0, 'NOT_BEGUN', 'This sign-in was not begun in this tab. Begin it once more.')

/** Where a provider sends the browser back to. */
export const backHere = (path: string) => `${location.origin}/console${path}`

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** Begins a sign-in at the provider of an address: its page, where the browser goes now. @throws Refusal */
export async function beginSso(email: string, to: string): Promise<string> {
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle
  if (!subtle) throw NOT_SECURE
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const codeChallenge = base64url(new Uint8Array(digest))
  const { redirectUrl } = await startSso({ body: { email, redirectUri: backHere('/sso'), codeChallenge } })
  sessionStorage.setItem(KEPT, JSON.stringify({ codeVerifier, to } satisfies Begun))
  return redirectUrl
}

/** Ends a sign-in that this tab began: what the service answers, and where somebody wanted to go. @throws Refusal */
export async function endSso(code: string) {
  const kept = sessionStorage.getItem(KEPT)
  if (!kept) throw NOT_BEGUN
  sessionStorage.removeItem(KEPT)
  const { codeVerifier, to } = JSON.parse(kept) as Begun
  return { to, answer: await exchangeSso({ body: { code, codeVerifier, useCookies: true } }) }
}
