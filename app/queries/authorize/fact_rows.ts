import { arrayLiteral, epochMillis, millis, rows, type SqlClient } from '#services/sql'
import type { ExpirationMode, LicenseStatus, Millis } from '#domain/license/license'

/** Whose license is asked about, and with what. */
export type Question = {
  orgId: string
  productId: string
  licenseKey: string
  hwid: string | null
  /** Canonical. */
  ip: string
  sessionId: string | null
}

/** Everything that is stored about a license and decides a call, as one statement reads it. */
export type FactRow = {
  /** Position of the question, from 1. */
  n: number
  id: string
  productId: string
  status: LicenseStatus
  expirationMode: ExpirationMode
  expiresAt: Millis | null
  expiresAfterDays: number | null
  activatedAt: Millis | null
  frozenAt: Millis | null
  suspendedAt: Millis | null
  pausedSince: Millis | null
  pausedMs: Millis
  revision: number
  /** JSON as stored: it goes into the answer unread. */
  metadata: string
  /** The product's policy and the license's override, JSON as stored: many licenses share the same. */
  policy: string
  override: string | null
  hwidEntry: string | null
  ipEntry: string | null
  /** When the HWID of the question was last seen; null when it is not bound. */
  hwidSeen: Millis | null
  /** How many HWIDs are bound; counted only when that of the question is not. */
  hwids: number
  /** The bound addresses; null where the policy does not look at addresses, or when there are none. */
  ips: [value: string, region: string | null, lastSeenAt: Millis][] | null
  /** The caller's own session; null when there is none. */
  sessionId: string | null
  sessionStartedAt: Millis
  sessionSeenAt: Millis
  sessionExpiresAt: Millis
  /** Sessions alive; counted only when none is the caller's own. */
  live: number
  /** Which of the runtime events somebody listens to. */
  listening: string[] | null
}

/**
 * One row for each license that exists, in one round trip for any number of questions. Every lookup is an
 * index probe by license or product, so its time does not depend on how many licenses there are. A session is
 * the caller's own by its id, else by the HWID, else, for callers without one, by the address (contract 4).
 * Blacklists are searched only if one of the products has any entry, which one probe tells for all questions.
 */
const SQL = `
  select q.n::int as n, l.id, l.product_id as "productId", l.status, l.expiration_mode as "expirationMode",
    ${millis('l.expires_at', 'expiresAt')}, l.expires_after_days as "expiresAfterDays",
    ${millis('l.activated_at', 'activatedAt')}, ${millis('l.frozen_at', 'frozenAt')},
    ${millis('l.suspended_at', 'suspendedAt')}, ${millis('l.paused_since', 'pausedSince')},
    l.paused_ms::float8 as "pausedMs", l.revision, l.metadata::text as metadata,
    l.policy_override::text as override, p.policy::text as policy,
    case when t.listing then (select b.id from blacklist_entries b
      where b.product_id = q.product_id and b.type = 'HWID' and b.value = q.hwid) end as "hwidEntry",
    case when t.listing then (select b.id from blacklist_entries b
      where b.product_id = q.product_id and b.network is not null and b.network >>= q.ip::inet
      limit 1) end as "ipEntry",
    ${epochMillis('h.last_seen_at')} as "hwidSeen",
    case when h.license_id is null then (select count(*)::int from license_bindings b
      where b.license_id = l.id and b.kind = 'HWID') else 1 end as hwids,
    case when coalesce(l.policy_override ->> 'ipMode', p.policy ->> 'ipMode', 'none') <> 'none' then (
      select json_agg(json_build_array(b.value, b.region, ${epochMillis('b.last_seen_at')}))
      from license_bindings b where b.license_id = l.id and b.kind = 'IP') end as ips,
    s.id as "sessionId", ${millis('s.started_at', 'sessionStartedAt')},
    ${millis('s.last_seen_at', 'sessionSeenAt')}, ${millis('s.expires_at', 'sessionExpiresAt')},
    case when s.id is null then (select count(*)::int from license_sessions c
      where c.license_id = l.id and c.expires_at > t.now) else 1 end as live,
    a.names as listening
  from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[])
    with ordinality as q (org_id, product_id, key, hwid, ip, session_id, n)
  cross join (
    select to_timestamp(?::float8 / 1000) as now,
      exists (select from blacklist_entries b where b.product_id = any(?::uuid[])) as listing
  ) t
  join licenses l on l.org_id = q.org_id and l.key = q.key
  join products p on p.id = l.product_id
  left join license_bindings h on h.license_id = l.id and h.kind = 'HWID' and h.value = q.hwid
  left join lateral (
    select o.id, o.started_at, o.last_seen_at, o.expires_at from license_sessions o
    where o.license_id = l.id and o.expires_at > t.now and case
      when q.session_id is not null then o.id = q.session_id
      when q.hwid is not null then o.hwid = q.hwid
      else o.hwid is null and o.ip = q.ip end
    order by o.started_at desc, o.id limit 1
  ) s on true
  left join (
    select w.product_id, array_agg(distinct e.name) as names
    from webhook_endpoints w, unnest(w.events) as e (name)
    where w.product_id = any(?::uuid[]) and w.deleted_at is null and w.enabled
      and e.name in ('*', 'license.authorized', 'license.authorization_denied', 'license.expired')
    group by w.product_id
  ) a on a.product_id = q.product_id`

/** What is stored about the licenses of these questions; a key that the org does not have has no row. */
export function readFactRows(client: SqlClient, questions: Question[], now: Millis): Promise<FactRow[]> {
  const column = (name: keyof Question) => arrayLiteral(questions.map((one) => one[name]))
  const products = arrayLiteral([...new Set(questions.map((one) => one.productId))])
  return rows(client, SQL, [
    column('orgId'),
    column('productId'),
    column('licenseKey'),
    column('hwid'),
    column('ip'),
    column('sessionId'),
    now,
    products,
    products,
  ])
}
