import { hash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { appUrl } from '#config/app'
import { limits } from '#config/limits'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import type { Role } from '#orgs/rules/roles'
import { call } from './api.js'
import { createDomain } from './domains.js'
import { BASE } from './http.js'
import { createMerchant, type Merchant } from './merchant.js'
import { createMember } from './team.js'
import { CERTIFICATES, IDP, requestIdOf, signed, unsignedAnswer, type Said } from './saml_idp.js'

/** The address to which sign-ins of tests return. */
export const BACK = `${appUrl}/console`

export const ssoPath = ({ orgId }: Pick<Merchant, 'orgId'>) => `/v1/dashboard/orgs/${orgId}/sso`

/** A domain that an org has verified for email. */
export const createEmailDomain = (orgId: string) => createDomain(orgId, 'email')

/** A member of the org, with an address in a domain. */
export async function createColleague(org: Merchant, domain: string, role: Role = 'MEMBER') {
  const member = await createMember(org, role)
  const email = `${newId()}@${domain}`
  await rows(db.connection(), `update users set email = ? where id = ?`, [email, member.userId])
  return { ...member, email }
}

/** An org with a verified domain and a connection to the test provider. */
export async function createSamlOrg(more: object = {}) {
  // All tests call from one address, so a limit on starts would refuse them.
  limits.ssoStartsPer15Minutes = -1
  const merchant = await createMerchant()
  const domain = await createEmailDomain(merchant.orgId)
  const body = { type: 'saml', saml: { ...IDP, certificates: [CERTIFICATES.idp] }, ...more }
  const { token } = merchant
  const made = await call('PUT', ssoPath(merchant), { token, body })
  const { connection } = made.body.data
  return { merchant, domain, body, connection, sp: connection as Said['sp'] & { id: string } }
}

/** The secret of a browser that starts a sign-in, and the challenge that it sends. */
export function newVerifier() {
  const codeVerifier = randomBytes(32).toString('base64url')
  return { codeVerifier, codeChallenge: hash('sha256', codeVerifier, 'base64url') }
}

/** Starts a sign-in; returns the id of the request and the verifier of the browser. */
export async function begin(domain: string) {
  const { codeVerifier, codeChallenge } = newVerifier()
  const body = { email: `anybody@${domain}`, redirectUri: BACK, codeChallenge }
  const started = await call('POST', '/v1/auth/sso/start', { body })
  return { codeVerifier, requestId: requestIdOf(started.body.data.redirectUrl), started }
}

/** Posts an answer to the service, as a browser does. Returns where the browser is redirected. */
export async function post(acsUrl: string, xml: string) {
  const response = await fetch(acsUrl.replace(new URL(acsUrl).origin, BASE), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  })
  const location = response.headers.get('location')
  const back = location ? new URL(location) : null
  return {
    status: response.status,
    back,
    code: back?.searchParams.get('code') ?? null,
    error: back?.searchParams.get('error') ?? null,
  }
}

/** Exchanges a code for tokens. */
export const exchange = (code: string | null, codeVerifier: string) =>
  call('POST', '/v1/auth/sso/exchange', { body: { code, codeVerifier } })

/** Does a complete sign-in. */
export async function signInBySso(domain: string, sp: Said['sp'], said: Omit<Said, 'requestId' | 'sp'>) {
  const { codeVerifier, requestId } = await begin(domain)
  const { code, error } = await post(sp.acsUrl, signed(unsignedAnswer({ ...said, requestId, sp })))
  return { error, answer: code ? await exchange(code, codeVerifier) : null }
}
