import type { Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import type { Transport } from '../core/transport.js'
import { LatchkeyError } from '../errors.js'

export type SignIn = {
  email: string
  password: string
  /** Gives the current code of the second factor, or a backup code. */
  code?: () => string | Promise<string>
}

type Answer = { tokens: Required<Tokens> } | { requires2FA: true; challengeToken: string }

/** Signs in, in one step or two. @throws LatchkeyError UNAUTHORIZED without the code that is needed */
export async function signIn(transport: Transport, { email, password, code }: SignIn) {
  const post = (path: string, body: object) =>
    transport.data<Answer>({ method: 'POST', path, body: jsonBody(body) })
  const first = await post('/v1/auth/login', { email, password })
  if ('tokens' in first) return first.tokens
  if (!code)
    throw new LatchkeyError('UNAUTHORIZED', 'This user has a second factor: give a code', { status: 401 })
  const { challengeToken } = first
  const second = await post('/v1/auth/totp/verify-login', { challengeToken, code: await code() })
  return (second as { tokens: Required<Tokens> }).tokens
}
