import Refusal from '#kernel/refusals/refusal'

/** FORBIDDEN for a sign-in through SSO that does not give access here (contract/13-sso). */
export function boundToOrg() {
  return new Refusal('FORBIDDEN', {
    message:
      'You signed in through the SSO of an org, which gives access to that org only: sign in by password',
  })
}

/** FORBIDDEN for a member whose org requires SSO. */
export function ssoFirst() {
  return new Refusal('FORBIDDEN', { message: 'This org requires SSO: sign in through SSO' })
}
