import { test } from '@japa/runner'
import { createHmac, generateKeyPairSync, hkdfSync, sign } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { appKey } from '#config/app'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The service's own signing key, to forge tokens that have exactly one defect. */
const key = new Uint8Array(hkdfSync('sha256', appKey.release(), '', 'latchkey access tokens', 32))
const now = () => Math.floor(Date.now() / 1000)

function forge(
  payload: Record<string, unknown>,
  header: object = { alg: 'HS256' },
  secret: Uint8Array = key
) {
  const signed = `${b64(header)}.${b64(payload)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function forgeRs256(payload: object) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signed = `${b64({ alg: 'RS256' })}.${b64(payload)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

test.group('forged access tokens', () => {
  test('are UNAUTHORIZED: {0}')
    .with([
      ['alg none', (good) => `${b64({ alg: 'none' })}.${b64(good)}.`],
      ['alg None with a signature', (good) => forge(good, { alg: 'None' })],
      ['another HMAC', (good) => forge(good, { alg: 'HS512' })],
      ['an asymmetric algorithm', forgeRs256],
      ['an empty key', (good) => forge(good, undefined, new Uint8Array(1))],
      ['the application key itself', (good) => forge(good, undefined, Buffer.from(appKey.release()))],
      [
        'a key of its own choice',
        (good) =>
          forge(
            good,
            { alg: 'HS256', kid: '../../dev/null', jwk: { kty: 'oct', k: 'AA' } },
            new Uint8Array(1)
          ),
      ],
      ['an unknown critical header', (good) => forge(good, { alg: 'HS256', crit: ['x'], x: 1 })],
      ['no exp', ({ exp: _, ...rest }) => forge(rest)],
      ['no sub', ({ sub: _, ...rest }) => forge(rest)],
      ['no iat', ({ iat: _, ...rest }) => forge(rest)],
      ['no audience', ({ aud: _, ...rest }) => forge(rest)],
      ['the audience of end users', (good) => forge({ ...good, aud: 'end-user' })],
      ['another issuer', (good) => forge({ ...good, iss: 'somebody' })],
      ['a subject that is no user', (good) => forge({ ...good, sub: newId() })],
      ['a subject that is no UUID', (good) => forge({ ...good, sub: "' or true --" })],
      ['not valid yet', (good) => forge({ ...good, nbf: now() + 3600 })],
      ['a changed payload', (good) => swapPayload(forge(good), { ...good, sub: newId() })],
    ] as [string, (good: Record<string, unknown>) => string][])
    .run(async ({ assert }, [, attack]) => {
      const merchant = await createMerchant()
      const answer = await call('GET', '/v1/dashboard/me', { token: attack(payloadOf(merchant)) })
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    })

  test('the same forging with nothing missing is accepted, so the refusals above mean something', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const answer = await call('GET', '/v1/dashboard/me', { token: forge(payloadOf(merchant)) })
    assert.equal(answer.status, 200)
    const late = await new SignJWT(payloadOf(merchant)).setProtectedHeader({ alg: 'HS256' }).sign(key)
    assert.equal((await call('GET', '/v1/dashboard/me', { token: late })).status, 200)
  })

  test('a token lives 15 minutes', async ({ assert }) => {
    const { exp, iat } = decodeJwt((await createMerchant()).token)
    assert.equal(exp! - iat!, 15 * 60)
  })
})

function payloadOf({ token }: Merchant): Record<string, unknown> {
  return { ...decodeJwt(token) }
}

function swapPayload(token: string, payload: object): string {
  const [header, , signature] = token.split('.')
  return `${header}.${b64(payload)}.${signature}`
}
