import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { READ_AGAIN_EVERY, RETRY_AFTER } from '#sso/rules/refresh'
import type { SsoCertificate, SsoSettings, SsoType } from '#sso/rules/connection'

/** The last test of a connection by a member of the org. */
export type LastTest = { at: Millis; ok: boolean; userId: string; reason: string | null }

/** The connection of an org to its identity provider. */
export type SsoConnection = {
  id: string
  orgId: string
  type: SsoType
  settings: SsoSettings
  /** Encrypted; `openSecret` reads it. */
  clientSecret: string | null
  enforced: boolean
  enabled: boolean
  lastTest: LastTest | null
  refreshedAt: Millis | null
  refreshProblem: string | null
  certificates: SsoCertificate[]
  /** True if the org has a verified email domain. Without one, SSO is enforced for nobody. */
  hasEmailDomain: boolean
  createdAt: Millis
  updatedAt: Millis
}

const SELECT = `select id, org_id as "orgId", type, settings, client_secret as "clientSecret", enforced, enabled,
  last_test as "lastTest", ${millis('refreshed_at', 'refreshedAt')}, refresh_problem as "refreshProblem",
  ${millis('created_at', 'createdAt')}, ${millis('updated_at', 'updatedAt')},
  (select coalesce(json_agg(json_build_object('fingerprint', c.fingerprint, 'pem', c.pem,
     'notAfter', round(date_part('epoch', c.not_after) * 1000)) order by c.not_after, c.fingerprint), '[]')
   from sso_certificates c where c.connection_id = sso_connections.id) as certificates,
  exists (select 1 from org_domains d where d.org_id = sso_connections.org_id and d.purpose = 'email'
    and d.status = 'verified') as "hasEmailDomain"
  from sso_connections`

/** Finds SSO connections (contract/13-sso#131-setup-owner). */
export default class FindConnection {
  /** The connection of an org, or null. */
  ofOrg(orgId: string, client: SqlExecutor = db.connection()): Promise<SsoConnection | null> {
    return firstRow(client, `${SELECT} where org_id = ?`, [orgId])
  }

  /** The connection of an org. @throws Refusal NOT_FOUND */
  async needed(orgId: string, client: SqlExecutor = db.connection()): Promise<SsoConnection> {
    const found = await this.ofOrg(orgId, client)
    if (!found) throw noSuch('SSO connection')
    return found
  }

  /** The connection of an org if it is enabled, otherwise null. */
  usableOfOrg(orgId: string): Promise<SsoConnection | null> {
    return firstRow(db.connection(), `${SELECT} where org_id = ? and enabled`, [orgId])
  }

  /** The enabled connection of a started sign-in, otherwise null. */
  usableOfRequest(id: string): Promise<SsoConnection | null> {
    const sql = `${SELECT} where enabled and id = (select connection_id from sso_requests where id = ?)`
    return firstRow(db.connection(), sql, [id])
  }

  /** The connection with this id if it is enabled, otherwise null. */
  usable(id: string, client: SqlExecutor = db.connection()): Promise<SsoConnection | null> {
    return firstRow(client, `${SELECT} where id = ? and enabled`, [id])
  }

  /** Enabled connections, except `tried`, whose provider publishes metadata at a URL and is due to be read again. */
  stale(now: Millis, limit: number, tried: readonly string[]): Promise<SsoConnection[]> {
    return rows(
      db.connection(),
      `${SELECT} where enabled and (type = 'oidc' or settings #>> '{saml,metadataUrl}' is not null)
         and coalesce(refreshed_at, updated_at) <= case when refresh_problem is null then ? else ? end::timestamptz
         and id <> all (?::uuid[])
       order by refreshed_at nulls first, id limit ?`,
      [new Date(now - READ_AGAIN_EVERY), new Date(now - RETRY_AFTER), tried, limit]
    )
  }
}
