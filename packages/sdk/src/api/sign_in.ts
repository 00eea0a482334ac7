import type { Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { newPkce } from '../core/pkce.js'
import type { Transport } from '../core/transport.js'
import { LatchkeyError } from '../errors.js'
import type { NewUser, OauthStart } from './account_types.js'

export type SignIn = {
  email: string
  password: string
  /** Returns the current code of the second factor, or a backup code. */
  code?: () => string | Promise<string>
}

type Answer = { tokens: Required<Tokens> } | { requires2FA: true; challengeToken: string }

/** The result of a sign-in at an org's identity provider. */
export type SsoSignIn = {
  /** The `code` with which the browser returned. */
  ssoCode: string
  /** The `codeVerifier` that `startSso` returned. */
  codeVerifier: string
  /** Returns the current code of the second factor, or a backup code. */
  code?: SignIn['code']
}

/** Signs in, in one or two steps. @throws LatchkeyError UNAUTHORIZED if a code is needed and `code` is missing */
export function signIn(transport: Transport, { email, password, code }: SignIn) {
  return inSteps(transport, '/v1/auth/login', { email, password }, code)
}

/** Like `signIn`, after a sign-in at an org's identity provider. */
export function signInBySso(transport: Transport, { ssoCode, codeVerifier, code }: SsoSignIn) {
  return inSteps(transport, '/v1/auth/sso/exchange', { code: ssoCode, codeVerifier }, code)
}

/** The result of a sign-in at an external provider. */
export type OauthSignIn = {
  /** The `code` with which the browser returned. */
  oauthCode: string
  /** The `codeVerifier` that `startOauth` returned. */
  codeVerifier: string
  /** Returns the current code of the second factor, or a backup code. */
  code?: SignIn['code']
}

/** Like `signIn`, after a sign-in at an external provider. */
export function signInByOauth(transport: Transport, { oauthCode, codeVerifier, code }: OauthSignIn) {
  return inSteps(transport, '/v1/auth/oauth/exchange', { code: oauthCode, codeVerifier }, code)
}

/** Starts a sign-in at an external provider. @throws LatchkeyError NOT_FOUND if the provider is not configured */
export async function startOauth(transport: Transport, start: OauthStart) {
  const { codeVerifier, codeChallenge } = await newPkce()
  const body = jsonBody({ ...start, codeChallenge })
  const at = '/v1/auth/oauth/start'
  const { redirectUrl } = await transport.data<{ redirectUrl: string }>({ method: 'POST', path: at, body })
  return { redirectUrl, codeVerifier }
}

/** Creates a user with an org. @throws LatchkeyError CONFLICT, FORBIDDEN if sign-up is closed */
export async function signUp(transport: Transport, user: NewUser): Promise<Required<Tokens>> {
  const call = { method: 'POST', path: '/v1/auth/register', body: jsonBody(user) } as const
  return (await transport.data<{ tokens: Required<Tokens> }>(call)).tokens
}

async function inSteps(transport: Transport, at: string, shown: object, code: SignIn['code']) {
  const post = (path: string, body: object) =>
    transport.data<Answer>({ method: 'POST', path, body: jsonBody(body) })
  const first = await post(at, shown)
  if ('tokens' in first) return first.tokens
  if (!code)
    throw new LatchkeyError('UNAUTHORIZED', 'This user has a second factor: give a code', { status: 401 })
  const { challengeToken } = first
  const second = await post('/v1/auth/totp/verify-login', { challengeToken, code: await code() })
  return (second as { tokens: Required<Tokens> }).tokens
}
