import { createHmac, randomBytes } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { CLIENT, Codes, serveFake, type Asked, type Reply } from './fake_provider.js'

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** How an ID token is signed. */
type Signing = 'good' | 'foreign' | 'none' | 'public key' | 'client secret'

/**
 * An OpenID Connect provider that misbehaves as no real one would: a test can change what it claims and how it signs.
 */
export async function startLyingProvider() {
  const codes = new Codes()
  const lies = {
    signing: 'good' as Signing,
    claims: {} as Record<string, unknown>,
    discovery: {} as Record<string, unknown>,
    /** The complete answer for a path. */
    answers: {} as Record<string, Reply>,
    /** Runs before it issues a token. */
    onToken: async () => {},
  }
  let [keys, kid] = [await generateKeyPair('RS256', { extractable: true }), 'one']
  const foreign = await generateKeyPair('RS256')
  const { base, close } = await serveFake(async (asked) => {
    const { path, form } = asked
    if (lies.answers[path]) return lies.answers[path]
    if (path === '/.well-known/openid-configuration')
      return { json: { ...described(base), ...lies.discovery } }
    if (path === '/keys') {
      return { json: { keys: [{ ...(await exportJWK(keys.publicKey)), kid, use: 'sig', alg: 'RS256' }] } }
    }
    if (path === '/authorize') return codes.consent(form, false)
    return path === '/token' ? token(asked) : { status: 404 }
  })

  async function token(asked: Asked): Promise<Reply> {
    const spent = codes.spend(asked)
    if (!spent) return { status: 400, json: { error: 'invalid_grant' } }
    await lies.onToken()
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: base, aud: CLIENT.id, sub: 'somebody', nonce: spent.nonce, iat: now, exp: now + 300 }
    const id_token = await signed({ email_verified: true, ...usual, ...lies.claims })
    return { json: { access_token: spent.accessToken, token_type: 'Bearer', expires_in: 300, id_token } }
  }

  async function signed(claims: Record<string, unknown>): Promise<string> {
    const { signing } = lies
    if (signing === 'none') return `${b64({ alg: 'none' })}.${b64(claims)}.`
    if (signing === 'good' || signing === 'foreign') {
      const { privateKey } = signing === 'good' ? keys : foreign
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    }
    const secret = signing === 'public key' ? await exportSPKI(keys.publicKey) : CLIENT.secret
    const input = `${b64({ alg: 'HS256', kid })}.${b64(claims)}`
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }

  return {
    issuer: base,
    lies,
    close,
    /** Makes it sign with a new key from now on and publish only that one. */
    async changeKeys() {
      keys = await generateKeyPair('RS256', { extractable: true })
      kid = randomBytes(4).toString('hex')
    },
    oidc: { issuer: base, clientId: CLIENT.id, clientSecret: CLIENT.secret },
  }
}

function described(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }
}
