import { webhooks } from '#config/webhooks'
import { limits } from '#config/limits'
import { parseSubnet } from '#kernel/net/addresses'
import { call } from './api.js'
import { BASE } from './http.js'
import { createMerchant, type Merchant } from './merchant.js'
import { BACK, createEmailDomain, exchange, newVerifier, ssoPath } from './sso.js'

type Provider = { issuer: string; clientId: string; clientSecret: string }

/** Allows the service to call providers on this machine; returns a function that ends this. */
export function openLoopback() {
  const before = webhooks.allowedSubnets
  webhooks.allowedSubnets = [parseSubnet('127.0.0.0/8')!]
  return () => {
    webhooks.allowedSubnets = before
  }
}

/** An org with a verified domain whose members sign in at an OpenID Connect provider. */
export async function createOidcOrg(
  { issuer, clientId, clientSecret }: Provider,
  more: object = {},
  of?: Merchant
) {
  // All tests call from one address, so a limit on starts would refuse them.
  limits.ssoStartsPer15Minutes = -1
  const merchant = of ?? (await createMerchant())
  const domain = await createEmailDomain(merchant.orgId)
  const body = { type: 'oidc', oidc: { issuer, clientId, clientSecret }, ...more }
  const { token } = merchant
  const made = await call('PUT', ssoPath(merchant), { token, body })
  return { merchant, domain, body, made, connection: made.body.data?.connection }
}

/** Starts a sign-in; returns the page of the provider and the verifier of the browser. */
export async function beginOidc({ orgId }: Pick<Merchant, 'orgId'>) {
  const { codeVerifier, codeChallenge } = newVerifier()
  const body = { orgId, redirectUri: BACK, codeChallenge }
  const started = await call('POST', '/v1/auth/sso/start', { body })
  return { codeVerifier, started, url: started.body.data?.redirectUrl as string }
}

/** A provider page that needs no input redirects the browser immediately. */
export async function sentOn(url: string): Promise<string> {
  return (await fetch(url, { redirect: 'manual' })).headers.get('location')!
}

/** Calls the callback as a browser. Returns where the browser is redirected. */
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

/** Does a complete sign-in; `through` goes through the pages of the provider. */
export async function signInByOidc(org: Pick<Merchant, 'orgId'>, through: (url: string) => Promise<string>) {
  const { codeVerifier, url } = await beginOidc(org)
  const { code, error } = await comeBack(await through(url))
  return { error, answer: code ? await exchange(code, codeVerifier) : null }
}
