import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import type { Features } from '#catalog/rules/features'
import type { PartialPolicy, TierPolicy } from '#catalog/rules/policy'
import type { Scope } from '#kernel/audit/scope'
import { fieldsIn, selected } from '#licensing/store/column_sql'
import type { FieldsIn, LicenseFields } from '#licensing/store/columns'
import { TIERED_COLUMNS, TIERED_TABLES } from '#licensing/store/tiered_sql'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import { SUMMARY_COLUMNS, SUMMARY_TABLES, type LicenseSummary } from './license_summary.js'

export type Binding = { value: string; region: string | null; firstSeenAt: Millis; lastSeenAt: Millis }
export type Session = {
  id: string
  hwid: string | null
  ip: string | null
  startedAt: Millis
  lastSeenAt: Millis
  expiresAt: Millis
}

/** The data that a full read shows (contract#full-read). */
export type LicenseDetail = LicenseSummary &
  Pick<LicenseFields, FieldsIn<'read'>> & {
    policyOverride: PartialPolicy | null
    productPolicy: PartialPolicy
    featureDefaults: Features
    tierPolicy: TierPolicy | null
    tierFeatures: Features | null
    hwids: Binding[]
    ips: Binding[]
    sessions: Session[]
  }

/** The most bindings of each kind, and the most sessions, that a read shows: those seen last. */
const SHOWN = 1000

/**
 * Reads a license with its bindings and the sessions that are live by the clock of the database, which dated them; null if
 * it is not in the scope.
 */
export default class ReadLicense {
  execute(scope: Scope, id: string, client: SqlExecutor = db.connection()): Promise<LicenseDetail | null> {
    const own = inScope(scope, 'l')
    return firstRow(
      client,
      `select ${SUMMARY_COLUMNS}, ${selected(fieldsIn('read'), 'l.')}, ${TIERED_COLUMNS},
         ${bindings('HWID')} as hwids, ${bindings('IP')} as ips,
         (select coalesce(jsonb_agg(to_jsonb(s) order by s."startedAt", s.id), '[]') from (
            select id, hwid, ip, ${millis('started_at', 'startedAt')}, ${millis('last_seen_at', 'lastSeenAt')},
              ${millis('expires_at', 'expiresAt')} from license_sessions
            where license_id = l.id and expires_at > statement_timestamp()
            order by last_seen_at desc limit ${SHOWN}) as s) as sessions
       from ${SUMMARY_TABLES} ${TIERED_TABLES}
       where l.id = ? and ${own.sql}`,
      [id, ...own.values]
    )
  }
}

function bindings(kind: 'HWID' | 'IP') {
  return `(select coalesce(jsonb_agg(to_jsonb(b) order by b."firstSeenAt", b.value), '[]') from (
     select value, region, ${millis('first_seen_at', 'firstSeenAt')}, ${millis('last_seen_at', 'lastSeenAt')}
     from license_bindings where license_id = l.id and kind = '${kind}'
     order by last_seen_at desc limit ${SHOWN}) as b)`
}
