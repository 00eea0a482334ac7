import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { CLIENT, Codes, serveFake } from './fake_provider.js'

/**
 * Google as an OpenID Connect client sees it: discovery, keys, and an ID token with `email_verified`. A test can change
 * the claims of the token, or have it signed with a key that is not published.
 */
export async function startGoogle() {
  const codes = new Codes()
  const person = {
    denied: false,
    claims: {} as Record<string, unknown>,
    forged: false,
  }
  const published = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const { base, close } = await serveFake(async (asked) => {
    const { path, form } = asked
    if (path === '/.well-known/openid-configuration') return { json: discovery(base) }
    if (path === '/certs') {
      return {
        json: { keys: [{ ...(await exportJWK(published.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
      }
    }
    if (path === '/o/oauth2/v2/auth') return codes.consent(form, person.denied)
    const spent = path === '/token' ? codes.spend(asked) : null
    if (!spent) return { status: 400, json: { error: 'invalid_grant', error_description: 'Bad Request' } }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: base,
      aud: CLIENT.id,
      azp: CLIENT.id,
      sub: '110169484474386276334',
      email: 'ada@example.com',
      email_verified: true,
      nonce: spent.nonce,
      iat: now,
      exp: now + 3599,
      ...person.claims,
    }
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT' })
      .sign(person.forged ? foreign.privateKey : published.privateKey)
    const { accessToken: access_token, scope } = spent
    return { json: { access_token, expires_in: 3599, scope, token_type: 'Bearer', id_token: idToken } }
  })
  return { person, close, settings: { OAUTH_GOOGLE_ISSUER: base } }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  }
}
