import type { HttpContext } from '@adonisjs/core/http'
import { isPlainObject } from '#kernel/json/metadata'
import { iso } from '#kernel/time/iso'
import type { Millis } from '#kernel/time/millis'
import { mayDownloadAny } from '#licensing/rules/download_right'
import { effectiveExpiresAt, expiredBy } from '#licensing/rules/expiry_clock'
import type { OwnLicense } from '#end_users/queries/own_license_rows'
import { actionsOf } from '#end_users/rules/license_actions'
import { maskedKey } from '#end_users/rules/masks'
import type { Budget } from '#end_users/rules/reset_budget'
import type { Policy } from '#catalog/rules/policy'
import { reachOf } from './reach_of.js'

/**
 * Converts a license at `now` for its end user (contract/09-end-users#95-licenses-eu), without the merchant's notes,
 * the policy itself, and data about other people.
 */
export function toOwnLicense(license: OwnLicense, ctx: HttpContext, now: Millis) {
  const { portal } = ctx
  const { policy, resets, frozenAt, status } = license
  const active = status === 'ACTIVE' && expiredBy(license, now) === null
  const byKey = reachOf(ctx).licenseId !== null
  const expiresAt = effectiveExpiresAt(license, now)
  const right = { status: active || status !== 'ACTIVE' ? status : ('EXPIRED' as const), expiresAt }
  const { distribution } = license
  const { deviceReleases, expiredDownloads } = policy
  const binds = {
    hwid: policy.hwidMode !== 'none' || license.hwids > 0,
    ip: policy.ipMode !== 'none' || license.bindsIp,
  }
  const downloadable = mayDownloadAny({ distribution, expiredDownloads, license: right }) === null
  return {
    id: license.id,
    key: portal.showKeys ? license.key : maskedKey(license.key),
    product: { id: license.productId, name: license.productName },
    tier: license.tier,
    status,
    frozen: frozenAt !== null,
    expirationMode: license.expirationMode,
    effectiveExpiresAt: iso(expiresAt),
    activatedAt: iso(license.activatedAt),
    createdAt: iso(license.createdAt),
    features: license.features,
    metadata: isPlainObject(license.publicMetadata) ? license.publicMetadata : null,
    devices: { mode: policy.hwidMode, used: license.hwids, limit: deviceLimit(policy) },
    sessions: { used: license.sessions, limit: policy.maxConcurrentSessions },
    resets: { hwid: toBudget(resets.hwid), ip: toBudget(resets.ip) },
    actions: actionsOf({ portal, byKey, active, resets, binds, deviceReleases, downloadable }),
  }
}

function deviceLimit({ hwidMode, hwidLimit }: Policy): number | null {
  if (hwidMode === 'none') return null
  return hwidMode === 'sticky' ? 1 : hwidLimit
}

function toBudget({ used, limit, remaining, windowDays, nextAt }: Budget) {
  return { used, limit, remaining, windowDays, nextAt: iso(nextAt) }
}
