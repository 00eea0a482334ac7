import { randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { sealSecret } from '#kernel/secrets/secrets'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import { assertNotSuspended } from '#orgs/actions/lock_team'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import { comparedEmail } from '#sso/rules/connection'
import { newOidcFlow, oidcRequestUrl } from '#sso/providers/oidc_provider'
import { ProviderUnfit } from '#sso/providers/oidc_faults'
import { samlRequestUrl } from '#sso/providers/saml_provider'
import { keepRequest, type SsoRequest } from '#sso/store/requests'

/** Finds the org of a sign-in: by the domain of `email`, or by `orgId`. */
export type Wanted = { email?: string; orgId?: string }

type Began = { redirectUri: string; codeChallenge: string | null; testerId: string | null }

/** A request to a provider, and the URL of the provider to which the browser goes. */
type Asked = Pick<SsoRequest, 'id' | 'sealedVerifier' | 'nonce'> & { url: string }

/** Starts a sign-in at the provider of an org (contract/13-sso#132-signing-in). */
@inject()
export default class StartSso {
  constructor(
    protected find: FindConnection,
    protected domains: FindVerifiedDomain
  ) {}

  /**
   * Returns the address to which the browser goes.
   * @throws Refusal ORG_NOT_FOUND for an unknown `orgId`; NOT_FOUND for a domain of no org, and for an org without an
   *   enabled connection; FORBIDDEN for a suspended org; CONFLICT if the client secret is missing; CONFIG_ERROR if the
   *   provider is out of reach.
   */
  async execute(
    wanted: Wanted,
    redirectUri: string,
    codeChallenge: string,
    now: Millis = Date.now()
  ): Promise<string> {
    const orgId = await this.#orgOf(wanted)
    const connection = orgId && (await this.find.ofOrg(orgId))
    if (!connection || !connection.enabled) throw await notOffered(wanted)
    return this.#begin(connection, { redirectUri, codeChallenge, testerId: null }, now)
  }

  /**
   * Starts a test of the connection, which issues no session.
   * @throws Refusal NOT_FOUND, FORBIDDEN, CONFLICT, CONFIG_ERROR
   */
  async test(
    orgId: string,
    testerId: string,
    redirectUri: string,
    now: Millis = Date.now()
  ): Promise<string> {
    const connection = await this.find.needed(orgId)
    if (!connection.enabled) throw noSuch('SSO connection')
    return this.#begin(connection, { redirectUri, codeChallenge: null, testerId }, now)
  }

  async #orgOf({ email, orgId }: Wanted): Promise<string | null> {
    if (orgId) return orgId
    const person = comparedEmail(email)
    return person && this.domains.orgOf(person.domain, 'email')
  }

  async #begin(connection: SsoConnection, began: Began, now: Millis): Promise<string> {
    await assertNotSuspended(db.connection(), connection.orgId)
    assertHasSecret(connection)
    const { url, ...asked } = await (connection.type === 'saml'
      ? samlRequest(connection)
      : oidcRequest(connection))
    await keepRequest(db.connection(), { ...asked, connectionId: connection.id, ...began }, now)
    return url
  }
}

/** @throws Refusal CONFLICT if the operator lost the key that sealed the client secret */
function assertHasSecret({ type, clientSecret }: SsoConnection) {
  if (type === 'saml' || clientSecret !== null) return
  throw new Refusal('CONFLICT', {
    message: 'The client secret of the identity provider is missing: an OWNER of the org must save it again',
  })
}

async function samlRequest(connection: SsoConnection): Promise<Asked> {
  const id = `_${randomBytes(20).toString('hex')}`
  return { url: await samlRequestUrl(connection, id), id, sealedVerifier: null, nonce: null }
}

/** The refusal of a sign-in that no org offers. An address is answered alike for all domains without SSO. */
async function notOffered({ orgId }: Wanted) {
  if (!orgId)
    return new Refusal('NOT_FOUND', { message: 'No org signs in people of this domain through SSO' })
  const exists = await firstRow(db.connection(), `select 1 from orgs where id = ?`, [orgId])
  return exists
    ? new Refusal('NOT_FOUND', { message: 'The org does not sign in people through SSO' })
    : new Refusal('ORG_NOT_FOUND')
}

/** The id of the request is the hash of its state, which the browser brings back. */
async function oidcRequest(connection: SsoConnection): Promise<Asked> {
  const flow = newOidcFlow()
  const id = hashSecret(flow.state)
  const url = await oidcRequestUrl(connection, flow).catch((error: unknown) => {
    if (!(error instanceof ProviderUnfit)) throw error
    logger.warn({ err: error, orgId: connection.orgId }, 'identity provider cannot be asked')
    throw new Refusal('CONFIG_ERROR', { message: 'The identity provider of the org cannot be reached' })
  })
  const sealedVerifier = sealSecret(flow.verifier, `sso_requests.sealed_verifier:${id}`)
  return { url, id, sealedVerifier, nonce: flow.nonce }
}
