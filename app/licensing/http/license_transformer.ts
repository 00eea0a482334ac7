import { effectiveExpiresAt, frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import { effectiveFeatures } from '#catalog/rules/features'
import { effectivePolicy } from '#catalog/rules/policy'
import type { View } from '#access/view'
import { hasClock, type LicenseSummary, type ListedLicense } from '#licensing/queries/license_summary'
import type { Binding, LicenseDetail, Session } from '#licensing/queries/read_license'
import { iso } from '#kernel/time/iso'
import { shownFields } from './shown_fields.js'

/** Returns a license as the list and create responses show it (interface#21-license). */
export function toLicense(row: LicenseSummary, { owner }: Pick<View, 'owner'>) {
  return {
    ...shownFields('list', row),
    ...(owner && {
      endUserId: row.endUser?.id ?? null,
      endUserUsername: row.endUser?.username ?? null,
      endUserEmail: row.endUser?.email ?? null,
    }),
  }
}

/** Returns a license of a list, with its clock if that was loaded; `now` in milliseconds. */
export function toListedLicense(row: ListedLicense, view: Pick<View, 'owner'>, now: Millis) {
  return {
    ...toLicense(row, view),
    ...(hasClock(row) && {
      expirationMode: row.expirationMode,
      frozen: row.frozenAt !== null,
      effectiveExpiresAt: iso(effectiveExpiresAt(row, now)),
    }),
  }
}

/** Returns a license as a full read shows it at `now` (contract#full-read). */
export function toFullLicense(row: LicenseDetail, now: Millis, view: Pick<View, 'owner'>) {
  const policy = effectivePolicy(row.productPolicy, row.policyOverride, row.maxHwidResets, row.tierPolicy)
  return {
    ...toLicense(row, view),
    ...shownFields('clock', row),
    frozenDaysRemaining: frozenDaysRemaining(row),
    maxHwidResets: policy.maxHwidResets,
    ...shownFields('limits', row),
    effectivePolicy: policy,
    features: effectiveFeatures(row.featureDefaults, row.tierFeatures, row.features),
    ownFeatures: row.features,
    ...shownFields('own', row),
    effectiveExpiresAt: iso(effectiveExpiresAt(row, now)),
    bindings: {
      hwids: row.hwids.map(toHwid),
      ips: row.ips.map((one) => ({ value: one.value, region: one.region, ...seen(one) })),
    },
    sessions: row.sessions.map(toSession),
  }
}

function toHwid(binding: Binding) {
  return { value: binding.value, ...seen(binding) }
}

function seen({ firstSeenAt, lastSeenAt }: Binding) {
  return { firstSeenAt: iso(firstSeenAt), lastSeenAt: iso(lastSeenAt) }
}

function toSession({ id, hwid, ip, startedAt, lastSeenAt, expiresAt }: Session) {
  return {
    id,
    hwid,
    ip,
    startedAt: iso(startedAt),
    lastSeenAt: iso(lastSeenAt),
    expiresAt: iso(expiresAt),
  }
}
