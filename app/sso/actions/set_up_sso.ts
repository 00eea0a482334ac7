import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { sealSecret } from '#kernel/secrets/secrets'
import type { Millis } from '#kernel/time/millis'
import { assertStillOwner, lockTeam } from '#orgs/actions/lock_team'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import {
  isElsewhere,
  USUAL_HOURS,
  type AttributeMapping,
  type GivenRole,
  type SsoSettings,
} from '#sso/rules/connection'
import { endSessionsOf, forgetProvider } from '#sso/store/end_sessions'
import { writeCertificates } from '#sso/store/write_certificates'
import { providerOf, savedBeside, type AskedProvider, type ProviderInput } from './read_provider.js'

/** The input that sets up a connection. */
export type SsoInput = ProviderInput & {
  attributeMapping?: AttributeMapping
  defaultRole?: GivenRole
  groupRoles?: Record<string, GivenRole>
  jit?: boolean
  syncRoles?: boolean
  enforced?: boolean
  sessionHours?: number
}

const DAY = 24 * 3600 * 1000

/** Manages the SSO connection of an org (contract/13-sso#131-setup-owner). Every change sends sso.updated. */
@inject()
export default class SetUpSso {
  constructor(
    protected find: FindConnection,
    protected domains: FindVerifiedDomain
  ) {}

  /**
   * Creates the connection, or replaces its settings.
   * @throws Refusal SSO_CERT_REQUIRED; VALIDATION_ERROR; BAD_REQUEST if the provider or its metadata cannot be read or
   *   used; CONFLICT if a condition of enforcement is missing; FORBIDDEN, INSUFFICIENT_SCOPE if the caller is no OWNER
   *   any more, which reading the provider leaves time for.
   */
  async execute(
    scope: Scope,
    input: SsoInput,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<SsoConnection> {
    const { orgId } = scope
    const asked = await providerOf(input, await this.find.ofOrg(orgId))
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      await assertStillOwner(trx, scope)
      const had = await this.find.ofOrg(orgId, trx)
      const provider = savedBeside(asked, input, had)
      const id = had?.id ?? newId()
      const settings = settingsOf(input, provider)
      const elsewhere = had !== null && isElsewhere(had.settings, settings)
      if (elsewhere) await forgetProvider(trx, id, now)
      const clientSecret = sealedSecret(id, input, had)
      await this.#write(trx, { id, orgId, settings, clientSecret, input }, now)
      if (provider.certificates) await writeCertificates(trx, id, provider.certificates)
      if (input.enforced) await this.#assertEnforceable(trx, orgId, had?.enforced === true && !elsewhere, now)
      const action = had ? 'sso.updated' : 'sso.created'
      const data = { type: input.type, enforced: input.enforced ?? false }
      await recordAudit(trx, origin, { orgId, action, subject: id, data }, now)
      await recordUpdate(trx, orgId, id, now)
      return this.find.needed(orgId, trx)
    })
  }

  /**
   * Deletes the connection, and ends its sessions.
   * @throws Refusal NOT_FOUND; FORBIDDEN, INSUFFICIENT_SCOPE if the caller is no OWNER any more.
   */
  async remove(scope: Scope, origin: Origin, now: Millis = Date.now()): Promise<string> {
    const { orgId } = scope
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      await assertStillOwner(trx, scope)
      const { id } = await this.find.needed(orgId, trx)
      await endSessionsOf(trx, id, now)
      await rows(trx, `delete from sso_connections where id = ?`, [id])
      await recordAudit(trx, origin, { orgId, action: 'sso.deleted', subject: id }, now)
      await recordUpdate(trx, orgId, id, now)
      return id
    })
  }

  /**
   * Switches the connection off, for an org that has locked itself out. Null if the org has none. One that is off already
   * stays as it is.
   */
  async disable(orgId: string, origin: Origin, now: Millis = Date.now()): Promise<string | null> {
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      const had = await this.find.ofOrg(orgId, trx)
      if (!had) return null
      if (!had.enabled) return had.id
      await endSessionsOf(trx, had.id, now)
      await rows(
        trx,
        `update sso_connections set enabled = false, enforced = false, updated_at = ? where id = ?`,
        [new Date(now), had.id]
      )
      await recordAudit(trx, origin, { orgId, action: 'sso.disabled', subject: had.id }, now)
      await recordUpdate(trx, orgId, had.id, now)
      return had.id
    })
  }

  async #write(trx: Trx, { id, orgId, settings, clientSecret, input }: Written, now: Millis) {
    const at = new Date(now)
    await rows(
      trx,
      `insert into sso_connections (id, org_id, type, settings, client_secret, enforced, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (org_id) do update set type = excluded.type, settings = excluded.settings, enabled = true,
         client_secret = excluded.client_secret, enforced = excluded.enforced, updated_at = excluded.updated_at,
         refresh_problem = null`,
      [id, orgId, input.type, JSON.stringify(settings), clientSecret, input.enforced ?? false, at, at]
    )
  }

  /**
   * If SSO is already enforced with the same provider, no new test is needed, so certificates can be changed any time.
   * @throws Refusal CONFLICT if a condition of enforcement is missing
   */
  async #assertEnforceable(trx: Trx, orgId: string, enforcedAlready: boolean, now: Millis) {
    const missing: string[] = []
    if ((await this.domains.namesOf(orgId, 'email', trx)).length === 0)
      missing.push('a verified email domain')
    const { lastTest } = await this.find.needed(orgId, trx)
    if (!enforcedAlready && (!lastTest?.ok || now - lastTest.at > DAY)) {
      missing.push('a successful test sign-in by an OWNER or ADMIN in the last 24 hours')
    }
    const owner = await firstRow(
      trx,
      `select 1 from org_members m join users u on u.id = m.user_id where m.org_id = ? and m.role = 'OWNER'
         and u.password_hash is not null and u.totp_secret is not null and u.disabled_at is null limit 1`,
      [orgId]
    )
    if (!owner) missing.push('an OWNER with a password and the second factor')
    if (missing.length === 0) return
    throw new Refusal('CONFLICT', { message: `SSO cannot be enforced yet. It needs: ${missing.join('; ')}` })
  }
}

type Written = {
  id: string
  orgId: string
  settings: SsoSettings
  clientSecret: string | null
  input: SsoInput
}

function settingsOf(input: SsoInput, { saml, oidc }: AskedProvider): SsoSettings {
  return {
    ...{ saml, oidc },
    attributeMapping: input.attributeMapping ?? {},
    defaultRole: input.defaultRole ?? 'VIEWER',
    groupRoles: input.groupRoles ?? {},
    jit: input.jit ?? false,
    syncRoles: input.syncRoles ?? false,
    sessionHours: input.sessionHours ?? USUAL_HOURS,
  }
}

function sealedSecret(id: string, { type, oidc }: SsoInput, had: SsoConnection | null): string | null {
  if (type !== 'oidc') return null
  if (!oidc?.clientSecret) return had?.clientSecret ?? null
  return sealSecret(oidc.clientSecret, `sso_connections.client_secret:${id}`)
}

function recordUpdate(trx: Trx, orgId: string, connectionId: string, now: Millis) {
  return recordEvents(trx, [{ orgId, productId: null, name: 'sso.updated', data: { connectionId } }], now)
}
