import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import type { Condition } from '#kernel/database/in_scope'
import { withFeature, inTier } from './tier_filter.js'

/** Which licenses of a scope somebody means: a list, a bulk change or an export (contract/01-changes#one-filter). */
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
  /** Whose they are. */
  endUserId?: string | null
  /** The tier that they have. */
  tierId?: string | null
  /** A feature that they have, by themselves or through their tier. */
  feature?: string | null
  /** Licenses that are left out; bulk changes only. */
  exceptIds?: string[] | null
}

/**
 * The where clause of a filter, for `licenses l`. It always names the org of the scope, and its product for
 * an API key, so rows of others are out of reach whatever the filter says. `now` settles where a paused clock
 * stands.
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
  if (isGiven(filter.expiresAfter)) add(`${EFFECTIVE_EXPIRY} > ?::float8`, now, now, filter.expiresAfter)
  if (filter.tierId) parts.push(inTier(scope, filter.tierId))
  if (filter.feature) parts.push(withFeature(filter.feature))
  if (filter.exceptIds?.length) add('l.id <> all(?::uuid[])', filter.exceptIds)
  if (filter.search) parts.push(keyContains(filter.search))
  return {
    sql: parts.map((part) => part.sql).join(' and '),
    values: parts.flatMap((part) => part.values),
  }
}

/** Whether the counts by product, status and frozen flag answer how many licenses a filter means, without looking at them. */
export function isCounted(filter: LicenseFilter): boolean {
  const { search, endUserId, exceptIds, tierId, feature } = filter
  const moments = [filter.createdAfter, filter.createdBefore, filter.expiresAfter, filter.expiresBefore]
  return !search && !endUserId && !exceptIds?.length && !tierId && !feature && !moments.some(isGiven)
}

/**
 * The expiry clock of `#domain/license/expiry_clock` (effectiveExpiresAt) in SQL, in milliseconds: two values,
 * `now` twice. A test holds the two against each other.
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
 * Keys that hold a fragment. Three letters or digits in a row make a trigram, and the index on license_search
 * finds them at any size. Anything shorter is looked for among the licenses of the org alone, in the order of
 * the list, so that a page ends as soon as it is full. Characters that no key has match nothing at once.
 */
function keyContains(search: string): Condition {
  if (!/^[A-Za-z0-9._-]+$/.test(search)) return { sql: 'false', values: [] }
  const pattern = `%${escapeLike(search)}%`
  if (!/[A-Za-z0-9]{3}/.test(search)) return { sql: 'l.key ilike ?', values: [pattern] }
  return { sql: 'l.id in (select license_id from license_search where key ilike ?)', values: [pattern] }
}

/** A text as LIKE takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** Text is exact where a float of seconds is not. */
function isoText(at: Millis): string {
  return new Date(at).toISOString()
}

function isGiven(at: Millis | null | undefined): at is Millis {
  return at !== null && at !== undefined
}
