import db from '@adonisjs/lucid/services/db'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { ResetKind } from '#end_users/rules/reset_budget'
import { deviceId } from '#end_users/store/device_id'

/** A device or an address that a license is bound to. */
export type BoundDevice = {
  id: string
  kind: ResetKind
  value: string
  region: string | null
  firstSeenAt: Millis
  lastSeenAt: Millis
}

/** A running program; `deviceId` is null if the license has no binding for its device or address. */
export type DeviceSession = {
  id: string
  deviceId: string | null
  startedAt: Millis
  lastSeenAt: Millis
  expiresAt: Millis
}

/** A list shows at most this many devices and this many sessions: those seen last. */
const SHOWN = 1000

/**
 * Lists the devices that a license is bound to and the programs that run on it (contract/09-end-users#95-licenses-eu).
 */
export default class ListDevices {
  /** The caller has checked that the license is in its reach. */
  async execute(licenseId: string) {
    const devices = await rows<BoundDevice>(
      db.connection(),
      `select ${deviceId('kind', 'value')} as id, kind, value, region, ${millis('first_seen_at', 'firstSeenAt')},
         ${millis('last_seen_at', 'lastSeenAt')}
       from license_bindings where license_id = ? order by last_seen_at desc, kind, value limit ${SHOWN}`,
      [licenseId]
    )
    const sessions = await rows<DeviceSession>(
      db.connection(),
      `select s.id, ${deviceId('b.kind', 'b.value')} as "deviceId", ${millis('s.started_at', 'startedAt')},
         ${millis('s.last_seen_at', 'lastSeenAt')}, ${millis('s.expires_at', 'expiresAt')}
       from license_sessions s
       left join lateral (
         select kind, value from license_bindings b
         where b.license_id = s.license_id and (b.kind, b.value) in (('HWID', s.hwid), ('IP', s.ip))
         order by b.kind limit 1
       ) b on true
       where s.license_id = ? and s.expires_at > statement_timestamp()
       order by s.last_seen_at desc, s.id limit ${SHOWN}`,
      [licenseId]
    )
    return { devices, sessions }
  }
}
