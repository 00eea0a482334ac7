import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toDevice, toDeviceSession } from './device_transformer.js'

const { choice, moment, named, nullable, text } = shape

/** A device or address that a license is bound to, as its end user sees it (contract/09-end-users#95-licenses-eu). */
export const DeviceShape = named(
  'Device',
  {
    id: text('The first 22 characters of a digest of the kind and the value.'),
    kind: choice(['hwid', 'ip']),
    label: text('The value, masked.'),
    region: nullable(text('The country of the address, as an ISO 3166-1 alpha-2 code.')),
    firstSeenAt: moment(),
    lastSeenAt: moment(),
    offlineUntil: nullable(
      moment('Until when an offline file allows the device to run without a connection.')
    ),
  },
  'A device or an address that a license is bound to.'
)
same<ReturnType<typeof toDevice>, Static<typeof DeviceShape>>(true)

/** A running program, as its end user sees it. */
export const DeviceSessionShape = named(
  'DeviceSession',
  {
    id: text(),
    deviceId: nullable(text('The id of its device; null if the license is not bound to the device.')),
    startedAt: moment(),
    lastSeenAt: moment(),
    expiresAt: moment(),
  },
  'A running program that uses a license.'
)
same<ReturnType<typeof toDeviceSession>, Static<typeof DeviceSessionShape>>(true)
