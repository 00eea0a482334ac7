import type { AuthorizeClient } from '#kernel/database/authorize_store'
import { arrayLiteral } from '#kernel/database/array_literal'
import { epochMillis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { ExpirationMode, LicenseStatus } from '#licensing/rules/license'

/** The license that a call names, and the other facts that the call states. */
export type Question = {
  orgId: string
  productId: string
  licenseKey: string
  hwid: string | null
  /** In canonical form. */
  ip: string
  sessionId: string | null
}

/**
 * The stored facts about a license that decide a call, as one statement reads them. The constructor parameters are the
 * columns of the statement, in the same order.
 */
export class FactRow {
  constructor(
    /** Position of the question, from 1. */
    readonly n: number,
    readonly id: string,
    readonly productId: string,
    readonly tierId: string | null,
    readonly status: LicenseStatus,
    readonly expirationMode: ExpirationMode,
    readonly expiresAt: Millis | null,
    readonly expiresAfterDays: number | null,
    readonly activatedAt: Millis | null,
    readonly frozenAt: Millis | null,
    readonly suspendedAt: Millis | null,
    readonly pausedSince: Millis | null,
    readonly pausedMs: Millis,
    readonly revision: number,
    /** JSON as stored; it is copied into the answer without parsing. */
    readonly metadata: string,
    /** The product's policy and the license's override, JSON as stored; many licenses share the same texts. */
    readonly policy: string,
    readonly override: string | null,
    /** The defaults of the product's features, and the license's own features; JSON as stored. */
    readonly featureDefaults: string,
    readonly own: string | null,
    /** The tier of the license: its code, and its features and policy as stored; null if it has no tier. */
    readonly tier: string | null,
    readonly tierFeatures: string | null,
    readonly tierPolicy: string | null,
    readonly hwidEntry: string | null,
    readonly ipEntry: string | null,
    /** When the HWID of the question was last seen; null if it is not bound. */
    readonly hwidSeen: Millis | null,
    /** The number of bound HWIDs; counted only if the HWID of the question is not bound, else 1. */
    readonly hwids: number,
    /** The bound addresses; null if the policy does not check addresses, or if there are none. */
    readonly ips: [value: string, region: string | null, lastSeenAt: Millis][] | null,
    /** The caller's own session; null if there is none. */
    readonly sessionId: string | null,
    readonly sessionSeenAt: Millis,
    readonly sessionExpiresAt: Millis,
    /** The number of live sessions; counted only if none is the caller's own, else 1. */
    readonly live: number,
    /** The runtime events that an endpoint listens to. */
    readonly listening: string[] | null,
    /** True if the org is suspended. */
    readonly orgSuspended: boolean,
    /** The moment of these facts, by the database's clock. */
    readonly now: Millis
  ) {}
}

/**
 * Reads one row for each license that exists, in one round trip for any number of questions. Every lookup is an index
 * probe by license or product, so its time does not depend on the number of licenses. The caller's own session is found
 * by its id, else by the HWID, else, for callers without a HWID, by the address
 * (contract#sessions-of-a-license). Blacklists are searched only if one of the products has any entry. One probe
 * finds this for all questions, and one probe finds the suspended orgs.
 *
 * @internal
 */
export const FACTS_SQL = `
  select q.n::int, l.id, l.product_id, l.tier_id, l.status, l.expiration_mode,
    ${epochMillis('l.expires_at')}, l.expires_after_days,
    ${epochMillis('l.activated_at')}, ${epochMillis('l.frozen_at')},
    ${epochMillis('l.suspended_at')}, ${epochMillis('l.paused_since')},
    l.paused_ms::float8, l.revision, l.metadata::text,
    p.policy::text, l.policy_override::text, p.feature_defaults::text, l.features::text,
    i.code, i.features::text, i.policy::text,
    case when t.listing then (select b.id from blacklist_entries b
      where b.product_id = q.product_id and b.type = 'HWID' and b.value = q.hwid) end,
    case when t.listing then (select b.id from blacklist_entries b
      where b.product_id = q.product_id and b.network is not null and b.network >>= q.ip::inet
      limit 1) end,
    ${epochMillis('h.last_seen_at')},
    case when h.license_id is null then (select count(*)::int from license_bindings b
      where b.license_id = l.id and b.kind = 'HWID') else 1 end,
    case when coalesce(l.policy_override ->> 'ipMode', i.policy ->> 'ipMode', p.policy ->> 'ipMode', 'none')
      <> 'none' then (
      select json_agg(json_build_array(b.value, b.region, ${epochMillis('b.last_seen_at')}))
      from license_bindings b where b.license_id = l.id and b.kind = 'IP') end,
    s.id, ${epochMillis('s.last_seen_at')}, ${epochMillis('s.expires_at')},
    case when s.id is null then (select count(*)::int from license_sessions c
      where c.license_id = l.id and c.expires_at > t.now) else 1 end,
    a.names, q.org_id = any(t.suspended), ${epochMillis('t.now')}
  from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[])
    with ordinality as q (org_id, product_id, key, hwid, ip, session_id, n)
  cross join (
    select coalesce(to_timestamp(?::float8 / 1000), date_trunc('milliseconds', statement_timestamp())) as now,
      exists (select from blacklist_entries b where b.product_id = any(?::uuid[])) as listing,
      array(select o.id from orgs o where o.id = any(?::uuid[]) and o.suspended_at is not null) as suspended
  ) t
  join licenses l on l.org_id = q.org_id and l.key = q.key
  join products p on p.id = l.product_id
  left join tiers i on i.id = l.tier_id
  left join license_bindings h on h.license_id = l.id and h.kind = 'HWID' and h.value = q.hwid
  left join lateral (
    select o.id, o.last_seen_at, o.expires_at from license_sessions o
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

/**
 * Reads the stored facts about the licenses of these questions, at `now` or, if it is null, at the current time of the
 * database's clock. A key that the org does not have has no row.
 */
export async function readFactRows(
  client: AuthorizeClient,
  questions: Question[],
  now: Millis | null
): Promise<FactRow[]> {
  const column = (name: keyof Question) => arrayLiteral(questions.map((one) => one[name]))
  const products = distinct(questions, 'productId')
  const found = await client.rowArrays(FACTS_SQL, [
    column('orgId'),
    column('productId'),
    column('licenseKey'),
    column('hwid'),
    column('ip'),
    column('sessionId'),
    now,
    products,
    distinct(questions, 'orgId'),
    products,
  ])
  return found.map((cells) => new FactRow(...(cells as ConstructorParameters<typeof FactRow>)))
}

function distinct(questions: Question[], name: 'orgId' | 'productId'): string {
  return arrayLiteral([...new Set(questions.map((one) => one[name]))])
}
