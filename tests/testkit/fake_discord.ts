import { Codes, serveFake } from './fake_provider.js'

/**
 * Discord as an OAuth client sees it. Its peculiarities: no ID token; the id is a snowflake in a string, because it is
 * too large for a number; `email` and `verified` are in the user only with the scope email.
 */
export async function startDiscord() {
  const codes = new Codes()
  const person = {
    id: '80351110224678912',
    denied: false,
    email: 'nelly@example.com' as string | null,
    verified: true,
    apiStatus: 200,
  }
  const { base, close } = await serveFake((asked) => {
    const { path, form } = asked
    if (path === '/oauth2/authorize') return codes.consent(form, person.denied)
    if (path === '/api/oauth2/token') {
      const spent = codes.spend(asked)
      if (!spent) return { status: 400, json: { error: 'invalid_grant' } }
      const { accessToken, scope } = spent
      const lifetime = { expires_in: 604_800, refresh_token: 'refresh' }
      return { json: { token_type: 'Bearer', access_token: accessToken, scope, ...lifetime } }
    }
    const scope = codes.scopeOf(asked)
    if (path !== '/api/users/@me' || !scope) return { status: 401, json: { message: '401: Unauthorized' } }
    if (person.apiStatus !== 200) return { status: person.apiStatus, json: { message: 'Unwell', code: 0 } }
    const { id, email, verified } = person
    const mail = scope.split(' ').includes('email') ? { email, verified } : {}
    return { json: { id, username: 'nelly', discriminator: '0', global_name: null, ...mail } }
  })
  return {
    person,
    close,
    settings: {
      OAUTH_DISCORD_AUTHORIZE_URL: `${base}/oauth2/authorize`,
      OAUTH_DISCORD_TOKEN_URL: `${base}/api/oauth2/token`,
      OAUTH_DISCORD_USER_URL: `${base}/api/users/@me`,
    },
  }
}
