import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import type { LicenseStatus } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import type { Condition } from '#kernel/database/in_scope'
import { withFeature, inTier } from './tier_filter.js'

/** Selects licenses of a scope for a list, a bulk change or an export (contract/01-changes#one-filter). */
export type LicenseFilter = {
  productId?: string | null
  status?: LicenseStatus | null
  frozen?: boolean | null
  /** A fragment of the key, in any case. */
  search?: string | null
  createdAfter?: Millis | null
  createdBefore?: Millis | null
  /** Licenses whose effective expiry is earlier; licenses that never expire do not match. */
  expiresBefore?: Millis | null
  /** Licenses whose effective expiry is later; licenses that never expire do not match either. */
  expiresAfter?: Millis | null
  /** Licenses that this end user owns. */
  endUserId?: string | null
  /** Licenses of this tier. */
  tierId?: string | null
  /** Licenses that have this feature, directly or through their tier. */
  feature?: string | null
  /** Licenses to leave out; bulk changes only. */
  exceptIds?: string[] | null
}

/**
 * Returns the where clause of a filter, for `licenses l`. It always names the org of the scope, and its product for an
 * API key, so no filter can reach rows of other tenants. `now` is the time for which paused clocks are computed.
 */
export function licenseWhere(scope: Scope, filter: LicenseFilter, now: Millis): Condition {
  const parts: Condition[] = [{ sql: 'l.org_id = ?', values: [scope.orgId] }]
  const add = (sql: string, ...values: unknown[]) => parts.push({ sql, values })
  if (scope.productId) add('l.product_id = ?', scope.productId)
  if (filter.productId) add('l.product_id = ?', filter.productId)
  if (filter.endUserId) add('l.end_user_id = ?', filter.endUserId)
  if (filter.status) add('l.status = ?', filter.status)
  if (typeof filter.frozen === 'boolean') {
    add(filter.frozen ? 'l.frozen_at is not null' : 'l.frozen_at is null')
  }
  if (isGiven(filter.createdAfter)) add('l.created_at > ?::timestamptz', isoText(filter.createdAfter))
  if (isGiven(filter.createdBefore)) add('l.created_at < ?::timestamptz', isoText(filter.createdBefore))
  if (isGiven(filter.expiresBefore)) add(`${EFFECTIVE_EXPIRY} < ?::float8`, now, now, filter.expiresBefore)
  if (isGiven(filter.expiresAfter)) parts.push(expiresAfter(filter.expiresAfter, now))
  if (filter.tierId) parts.push(inTier(scope, filter.tierId))
  if (filter.feature) parts.push(withFeature(filter.feature))
  if (filter.exceptIds?.length) add('l.id <> all(?::uuid[])', filter.exceptIds)
  if (filter.search) parts.push(keyContains(filter.search))
  return {
    sql: parts.map((part) => part.sql).join(' and '),
    values: parts.flatMap((part) => part.values),
  }
}

/** Returns whether the counts by product, status and frozen flag can answer a filter without reading licenses. */
export function isCounted(filter: LicenseFilter): boolean {
  const { search, endUserId, exceptIds, tierId, feature } = filter
  const moments = [filter.createdAfter, filter.createdBefore, filter.expiresAfter, filter.expiresBefore]
  return !search && !endUserId && !exceptIds?.length && !tierId && !feature && !moments.some(isGiven)
}

function expiresAfter(moment: Millis, now: Millis): Condition {
  // Nothing expires after the end of the calendar. The SQL of the clock could go further, the rule never does.
  if (moment >= MAX_TIMESTAMP) return { sql: 'false', values: [] }
  return { sql: `${EFFECTIVE_EXPIRY} > ?::float8`, values: [now, now, moment] }
}

/**
 * The expiry clock of `#licensing/rules/expiry_clock` (effectiveExpiresAt) in SQL, in milliseconds. It takes two
 * values: `now` twice. A test compares it with the rule.
 */
const EFFECTIVE_EXPIRY = `least(
  extract(epoch from l.expires_at) * 1000
    + case when l.frozen_at is null then 0
        else greatest(0, ?::float8 - extract(epoch from coalesce(l.paused_since, l.frozen_at)) * 1000) end,
  case when l.expires_after_days is null or l.activated_at is null then null
    else extract(epoch from l.activated_at) * 1000 + l.expires_after_days * 86400000::float8 + l.paused_ms
      + case when l.paused_since is null then 0
          else greatest(0, ?::float8 - extract(epoch from greatest(l.paused_since, l.activated_at)) * 1000) end
  end)`

/**
 * Matches keys that contain a fragment. Three letters or digits in a row make a trigram, which the index on
 * license_search finds at any table size. A shorter fragment is searched only among the licenses of the org, in list
 * order, so the search stops when the page is full. A fragment with a character that no key has matches nothing, at no
 * cost.
 */
function keyContains(search: string): Condition {
  if (!/^[A-Za-z0-9._-]+$/.test(search)) return { sql: 'false', values: [] }
  const pattern = `%${escapeLike(search)}%`
  // Keys are ASCII. By the rules of a locale the comparison takes twice as long.
  if (!/[A-Za-z0-9]{3}/.test(search)) return { sql: 'l.key collate "C" ilike ?', values: [pattern] }
  return { sql: 'l.id in (select license_id from license_search where key ilike ?)', values: [pattern] }
}

/** Escapes a text so that LIKE matches it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** ISO text is exact; seconds as a float are not. */
function isoText(at: Millis): string {
  return new Date(at).toISOString()
}

function isGiven(at: Millis | null | undefined): at is Millis {
  return at !== null && at !== undefined
}
