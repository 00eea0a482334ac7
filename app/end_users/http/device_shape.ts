import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toDevice, toDeviceSession } from './device_transformer.js'

const { choice, moment, named, nullable, text } = shape

/** A device or address that a license is bound to, as its end user sees it (contract/09-end-users#95-licenses-eu). */
export const DeviceShape = named(
  'Device',
  {
    id: text('22 characters of a digest of kind and value.'),
    kind: choice(['hwid', 'ip']),
    label: text('The value, masked.'),
    region: nullable(text('The country of an address, as ISO 3166-1 alpha-2.')),
    firstSeenAt: moment(),
    lastSeenAt: moment(),
    offlineUntil: nullable(moment('Until when a file lets it run without a connection.')),
  },
  'A device or an address that a license is bound to.'
)
same<ReturnType<typeof toDevice>, Static<typeof DeviceShape>>(true)

/** A running program, as its end user sees it. */
export const DeviceSessionShape = named(
  'DeviceSession',
  {
    id: text(),
    deviceId: nullable(text('Its device; null where the license is bound to none.')),
    startedAt: moment(),
    lastSeenAt: moment(),
    expiresAt: moment(),
  },
  'A program that runs on a license.'
)
same<ReturnType<typeof toDeviceSession>, Static<typeof DeviceSessionShape>>(true)
