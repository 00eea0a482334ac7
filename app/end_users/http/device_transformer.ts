import { iso } from '#kernel/time/iso'
import type { BoundDevice, DeviceSession } from '#end_users/queries/list_devices'
import { maskedBinding } from '#end_users/rules/masks'

/** Converts a bound device or address for its end user (contract/09-end-users#95-licenses-eu). */
export function toDevice({ id, kind, value, region, firstSeenAt, lastSeenAt }: BoundDevice) {
  return {
    id,
    kind: kind === 'HWID' ? ('hwid' as const) : ('ip' as const),
    label: maskedBinding(kind, value),
    region,
    firstSeenAt: iso(firstSeenAt),
    lastSeenAt: iso(lastSeenAt),
    offlineUntil: null as string | null,
  }
}

/** Converts a running program for its end user. */
export function toDeviceSession({ id, deviceId, startedAt, lastSeenAt, expiresAt }: DeviceSession) {
  return {
    id,
    deviceId,
    startedAt: iso(startedAt),
    lastSeenAt: iso(lastSeenAt),
    expiresAt: iso(expiresAt),
  }
}
