import type { Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { newPkce } from '../core/pkce.js'
import type { Transport } from '../core/transport.js'
import { LatchkeyError } from '../errors.js'
import type { NewUser, OauthStart } from './account_types.js'

export type SignIn = {
  email: string
  password: string
  /** Gives the current code of the second factor, or a backup code. */
  code?: () => string | Promise<string>
}

type Answer = { tokens: Required<Tokens> } | { requires2FA: true; challengeToken: string }

/** The way back from the identity provider of an org. */
export type SsoSignIn = {
  /** The `code` with which the browser came back. */
  ssoCode: string
  /** What `startSso` gave. */
  codeVerifier: string
  /** Gives the current code of the second factor, or a backup code. */
  code?: SignIn['code']
}

/** Signs in, in one step or two. @throws LatchkeyError UNAUTHORIZED without the code that is needed */
export function signIn(transport: Transport, { email, password, code }: SignIn) {
  return inSteps(transport, '/v1/auth/login', { email, password }, code)
}

/** The same for somebody who comes from the identity provider of an org. */
export function signInBySso(transport: Transport, { ssoCode, codeVerifier, code }: SsoSignIn) {
  return inSteps(transport, '/v1/auth/sso/exchange', { code: ssoCode, codeVerifier }, code)
}

/** The way back from a provider of accounts. */
export type OauthSignIn = {
  /** The `code` with which the browser came back. */
  oauthCode: string
  /** What `startOauth` gave. */
  codeVerifier: string
  /** Gives the current code of the second factor, or a backup code. */
  code?: SignIn['code']
}

/** The same for somebody who comes from a provider of accounts. */
export function signInByOauth(transport: Transport, { oauthCode, codeVerifier, code }: OauthSignIn) {
  return inSteps(transport, '/v1/auth/oauth/exchange', { code: oauthCode, codeVerifier }, code)
}

/** Begins such a sign-in. @throws LatchkeyError NOT_FOUND for a provider that is not set up */
export async function startOauth(transport: Transport, start: OauthStart) {
  const { codeVerifier, codeChallenge } = await newPkce()
  const body = jsonBody({ ...start, codeChallenge })
  const at = '/v1/auth/oauth/start'
  const { redirectUrl } = await transport.data<{ redirectUrl: string }>({ method: 'POST', path: at, body })
  return { redirectUrl, codeVerifier }
}

/** Makes a user with an org. @throws LatchkeyError CONFLICT, FORBIDDEN where sign-up is closed */
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
