import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { READ_AGAIN_EVERY, RETRY_AFTER } from '#sso/rules/refresh'
import type { SsoCertificate, SsoSettings, SsoType } from '#sso/rules/connection'

/** The last try of a connection by one of the org's own people. */
export type LastTest = { at: Millis; ok: boolean; userId: string; reason: string | null }

/** The connection of an org to its identity provider. */
export type SsoConnection = {
  id: string
  orgId: string
  type: SsoType
  settings: SsoSettings
  /** Sealed. */
  clientSecret: string | null
  enforced: boolean
  enabled: boolean
  lastTest: LastTest | null
  refreshedAt: Millis | null
  refreshProblem: string | null
  certificates: SsoCertificate[]
  createdAt: Millis
  updatedAt: Millis
}

const SELECT = `select id, org_id as "orgId", type, settings, client_secret as "clientSecret", enforced, enabled,
  last_test as "lastTest", ${millis('refreshed_at', 'refreshedAt')}, refresh_problem as "refreshProblem",
  ${millis('created_at', 'createdAt')}, ${millis('updated_at', 'updatedAt')},
  (select coalesce(json_agg(json_build_object('fingerprint', c.fingerprint, 'pem', c.pem,
     'notAfter', round(date_part('epoch', c.not_after) * 1000)) order by c.not_after, c.fingerprint), '[]')
   from sso_certificates c where c.connection_id = sso_connections.id) as certificates
  from sso_connections`

/** Connections to identity providers (contract/13-sso#131-setup-owner). */
export default class FindConnection {
  /** That of an org; null without one. */
  ofOrg(orgId: string, client: SqlExecutor = db.connection()): Promise<SsoConnection | null> {
    return firstRow(client, `${SELECT} where org_id = ?`, [orgId])
  }

  /** The same. @throws Refusal NOT_FOUND */
  async needed(orgId: string, client: SqlExecutor = db.connection()): Promise<SsoConnection> {
    const found = await this.ofOrg(orgId, client)
    if (!found) throw noSuch('SSO connection')
    return found
  }

  /** That of an org by which people can sign in; null without one. */
  usableOfOrg(orgId: string): Promise<SsoConnection | null> {
    return firstRow(db.connection(), `${SELECT} where org_id = ? and enabled`, [orgId])
  }

  /** That of a sign-in which has begun, by which people can sign in; null without one. */
  usableOfRequest(id: string): Promise<SsoConnection | null> {
    const sql = `${SELECT} where enabled and id = (select connection_id from sso_requests where id = ?)`
    return firstRow(db.connection(), sql, [id])
  }

  /** One that people can sign in by; null for others. */
  usable(id: string, client: SqlExecutor = db.connection()): Promise<SsoConnection | null> {
    return firstRow(client, `${SELECT} where id = ? and enabled`, [id])
  }

  /** Those whose provider is to be read again, because it says at an address of its own who it is; `tried` are left out. */
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
