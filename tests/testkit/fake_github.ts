import { Codes, serveFake } from './fake_provider.js'

/**
 * GitHub as an OAuth app sees it. Its peculiarities: no ID token; form-encoded answers unless JSON is requested; errors
 * of the token endpoint have status 200; the API refuses requests without a User-Agent; the id is a number; the email
 * of the profile is only for display, and the verified ones are at /user/emails, which needs a scope.
 */
export async function startGithub() {
  const codes = new Codes()
  const person = {
    id: 583231,
    denied: false,
    /** The status of the API; other than 200 to simulate an outage. */
    apiStatus: 200,
    emailsAllowed: true,
    emails: [] as { email: string; primary: boolean; verified: boolean }[],
  }
  const { base, close } = await serveFake((asked) => {
    const { path, headers, form } = asked
    if (path === '/login/oauth/authorize') return codes.consent(form, person.denied)
    if (path === '/login/oauth/access_token') {
      const spent = codes.spend(asked)
      const answer: Record<string, string> = spent
        ? { access_token: spent.accessToken, scope: spent.scope.replaceAll(' ', ','), token_type: 'bearer' }
        : { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }
      const json = headers.accept?.includes('application/json')
      return json ? { json: answer } : { form: new URLSearchParams(answer) }
    }
    if (!headers['user-agent']) return { status: 403, json: { message: 'Missing User-Agent' } }
    const scope = codes.scopeOf(asked)
    if (!scope) return { status: 401, json: { message: 'Bad credentials' } }
    if (person.apiStatus !== 200) return { status: person.apiStatus, json: { message: 'Unwell' } }
    if (path === '/user') return { json: { login: 'octocat', id: person.id, email: 'shown@example.com' } }
    const mayReadEmails = person.emailsAllowed && scope.includes('user:email')
    if (path === '/user/emails' && mayReadEmails) return { json: person.emails }
    return { status: 404, json: { message: 'Not Found' } }
  })
  return {
    person,
    close,
    settings: {
      OAUTH_GITHUB_AUTHORIZE_URL: `${base}/login/oauth/authorize`,
      OAUTH_GITHUB_TOKEN_URL: `${base}/login/oauth/access_token`,
      OAUTH_GITHUB_USER_URL: `${base}/user`,
      OAUTH_GITHUB_EMAILS_URL: `${base}/user/emails`,
    },
  }
}
