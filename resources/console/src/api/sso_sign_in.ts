import type {
  OauthSignInsExchangeData,
  OauthSignInsExchangeResponses,
  OauthSignInsStoreData,
  OauthSignInsStoreResponses,
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

const startLinked = route<OauthSignInsStoreData, OauthSignInsStoreResponses>('POST', '/v1/auth/oauth/start', {
  open: true,
})
const exchangeLinked = route<OauthSignInsExchangeData, OauthSignInsExchangeResponses>(
  'POST',
  '/v1/auth/oauth/exchange',
  { open: true }
)

const KEPT = 'latchkey.sso'
/** Through the SSO connection of an org, or through a linked account of the user. */
type Way = 'sso' | 'linked'
type Begun = { codeVerifier: string; to: string; way: Way }

const NOT_SECURE = new Refusal(
  0,
  'NOT_SECURE',
  'Single sign-on requires https: over plain HTTP the browser cannot protect the exchange.'
)
const NOT_BEGUN = new Refusal(0, 'NOT_BEGUN', 'This sign-in was not started in this tab. Start it again.')

/** Returns the address of a console page, to which a provider redirects the browser. */
export const backHere = (path: string) => `${location.origin}/console${path}`

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/**
 * Begins a sign-in at the provider for an email address. Returns the provider's page, where the browser must go next.
 * @throws Refusal
 */
export const beginSso = (email: string, to: string) =>
  begin('sso', to, (browser) => startSso({ body: { email, ...browser } }))

/** Like `beginSso`, but at a provider where the user has linked an account. @throws Refusal */
export const beginLinked = (provider: string, to: string) =>
  begin('linked', to, (browser) => startLinked({ body: { provider, ...browser } }))

type Browser = { redirectUri: string; codeChallenge: string }

async function begin(
  way: Way,
  to: string,
  start: (browser: Browser) => Promise<{ redirectUrl: string }>
): Promise<string> {
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle
  if (!subtle) throw NOT_SECURE
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const codeChallenge = base64url(new Uint8Array(digest))
  const { redirectUrl } = await start({ redirectUri: backHere('/sso'), codeChallenge })
  sessionStorage.setItem(KEPT, JSON.stringify({ codeVerifier, to, way } satisfies Begun))
  return redirectUrl
}

/** Returns the kind of sign-in that this tab has begun, or null if it has begun none. */
export function wayBegun(): Way | null {
  const kept = sessionStorage.getItem(KEPT)
  return kept ? (JSON.parse(kept) as Begun).way : null
}

/**
 * Completes a sign-in that this tab began. Returns the answer of the service and the page that the user wanted.
 * @throws Refusal
 */
export async function endSso(code: string) {
  const kept = sessionStorage.getItem(KEPT)
  if (!kept) throw NOT_BEGUN
  sessionStorage.removeItem(KEPT)
  const { codeVerifier, to, way } = JSON.parse(kept) as Begun
  const exchange = way === 'linked' ? exchangeLinked : exchangeSso
  return { to, answer: await exchange({ body: { code, codeVerifier, useCookies: true } }) }
}
