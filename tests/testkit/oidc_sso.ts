import { webhooks } from '#config/webhooks'
import { limits } from '#config/limits'
import { parseSubnet } from '#kernel/net/addresses'
import { call } from './api.js'
import { BASE } from './http.js'
import { createMerchant, type Merchant } from './merchant.js'
import { BACK, createEmailDomain, exchange, newVerifier, ssoPath } from './sso.js'

type Provider = { issuer: string; clientId: string; clientSecret: string }

/** Lets the service ask providers on this machine; returns how to end that. */
export function openLoopback() {
  const before = webhooks.allowedSubnets
  webhooks.allowedSubnets = [parseSubnet('127.0.0.0/8')!]
  return () => {
    webhooks.allowedSubnets = before
  }
}

/** An org with a verified domain, whose members sign in at a provider of OpenID Connect. */
export async function createOidcOrg(
  { issuer, clientId, clientSecret }: Provider,
  more: object = {},
  of?: Merchant
) {
  // All tests come from one address.
  limits.ssoStartsPer15Minutes = -1
  const merchant = of ?? (await createMerchant())
  const domain = await createEmailDomain(merchant.orgId)
  const body = { type: 'oidc', oidc: { issuer, clientId, clientSecret }, ...more }
  const { token } = merchant
  const made = await call('PUT', ssoPath(merchant), { token, body })
  return { merchant, domain, body, made, connection: made.body.data?.connection }
}

/** Begins a sign-in; returns the page of the provider and the verifier of the browser. */
export async function beginOidc({ orgId }: Pick<Merchant, 'orgId'>) {
  const { codeVerifier, codeChallenge } = newVerifier()
  const body = { orgId, redirectUri: BACK, codeChallenge }
  const started = await call('POST', '/v1/auth/sso/start', { body })
  return { codeVerifier, started, url: started.body.data?.redirectUrl as string }
}

/** The page of a provider that asks nothing sends the browser on at once. */
export async function sentOn(url: string): Promise<string> {
  return (await fetch(url, { redirect: 'manual' })).headers.get('location')!
}

/** The callback in a browser. Returns where it is sent then. */
export async function comeBack(url: string) {
  const response = await fetch(url.replace(new URL(url).origin, BASE), { redirect: 'manual' })
  const location = response.headers.get('location')
  const back = location ? new URL(location) : null
  return {
    status: response.status,
    back,
    code: back?.searchParams.get('code') ?? null,
    error: back?.searchParams.get('error') ?? null,
  }
}

/** Signs somebody in from beginning to end; `through` are the pages of the provider. */
export async function signInByOidc(org: Pick<Merchant, 'orgId'>, through: (url: string) => Promise<string>) {
  const { codeVerifier, url } = await beginOidc(org)
  const { code, error } = await comeBack(await through(url))
  return { error, answer: code ? await exchange(code, codeVerifier) : null }
}
