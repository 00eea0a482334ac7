import { DENIALS, type ReasonCode } from './denials.js'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { NamedEvent } from '#kernel/outbox/events'

/** An event of a runtime call, before the check whether an endpoint listens to it (interface#62-event-catalog). */
export type RuntimeEvent = NamedEvent<
  'license.authorized' | 'license.authorization_denied' | 'license.expired'
>

/** Returns the event of an allowed call; `license` is its state after the call. */
export function authorizedEvent(
  license: LicenseState,
  wasActivated: boolean,
  now: Millis
): NamedEvent<'license.authorized'> {
  return {
    name: 'license.authorized',
    data: {
      licenseId: license.id,
      productId: license.productId,
      wasActivated,
      effectiveExpiresAt: expiry(license, now),
    },
  }
}

/** Returns the event of a call for a license whose expiry has passed. */
export function expiredEvent(license: LicenseState, now: Millis): NamedEvent<'license.expired'> {
  const { id, productId } = license
  return {
    name: 'license.expired',
    data: { licenseId: id, productId, effectiveExpiresAt: expiry(license, now) },
  }
}

/** Returns the event of a denial, for the called product. An unknown license has no event, because it has no id. */
export function deniedEvent(
  licenseId: string,
  productId: string,
  reasonCode: ReasonCode
): NamedEvent<'license.authorization_denied'> {
  return {
    name: 'license.authorization_denied',
    data: { licenseId, productId, reasonCode, message: DENIALS[reasonCode] },
  }
}

/** Returns whether a reason says that the expiry has passed. */
export function isExpiry(reason: string): boolean {
  return reason === 'LICENSE_EXPIRED' || reason === 'LICENSE_EXPIRED_RELATIVE'
}

function expiry(license: LicenseState, now: Millis): string | null {
  const limit = effectiveExpiresAt(license, now)
  return limit === null ? null : new Date(limit).toISOString()
}
