import type { Code } from '#kernel/refusals/codes'
import type { Entries, Entry } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { noFieldsValidator } from '#http/strict'
import { DeviceSessionShape, DeviceShape } from './device_shape.js'
import type OwnDevicesController from './own_devices_controller.js'
import { ownLicensesValidator, typedKeyValidator } from './own_license_input.js'
import { OwnLicenseShape } from './own_license_shape.js'
import type OwnLicensesController from './own_licenses_controller.js'
import type EndUserResetsController from './end_user_resets_controller.js'

const { flag, list, nextCursor, text } = shape

const PORTAL = { tag: 'Portal' }
/** The codes of actions on a license: it must be found, owned by the caller and active. */
const acting: Code[] = ['LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'LICENSE_INACTIVE']

const reset = (summary: string): Entry => ({
  ...PORTAL,
  summary,
  description:
    'Also ends the sessions of the license. `changed` is false where nothing was bound, which costs nothing; the details of LIMIT_REACHED say when the next reset is free.',
  body: noFieldsValidator,
  success: answers<EndUserResetsController['hwid']>()({
    license: OwnLicenseShape,
    changed: flag('Whether anything was bound.'),
  }),
  refuses: [...acting, 'LIMIT_REACHED'],
})

/** The routes for the licenses of end users in the API document. */
export const OWN_LICENSES_API = {
  'end_users.own_licenses.index': {
    ...PORTAL,
    summary: 'List your licenses',
    description: 'Newest first. A sign-in with a license key sees the license of that key alone.',
    query: ownLicensesValidator,
    success: answers<OwnLicensesController['index']>()({
      licenses: list(OwnLicenseShape),
      nextCursor: nextCursor(),
    }),
  },
  'end_users.own_licenses.show': {
    ...PORTAL,
    summary: 'Read one of your licenses',
    success: answers<OwnLicensesController['show']>()({ license: OwnLicenseShape }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
  'end_users.own_licenses.redeem': {
    ...PORTAL,
    summary: 'Redeem a license key',
    description:
      'The license becomes yours; one that waits for its owner becomes ACTIVE. A generated key is also found in lower case, with spaces, and with O, I and L for 0, 1 and 1.',
    body: typedKeyValidator,
    success: answers<OwnLicensesController['redeem']>()({ license: OwnLicenseShape }),
    refuses: [...acting, 'CONFLICT', 'RATE_LIMITED'],
    example: { licenseKey: '7K2M9-4QXWD-1H8TZ-C5RNV-0PBJ3' },
  },
  'end_users.end_user_resets.hwid': reset('Reset the devices of your license'),
  'end_users.end_user_resets.ip': reset('Reset the addresses of your license'),
  'end_users.own_devices.index': {
    ...PORTAL,
    summary: 'List the devices and sessions of your license',
    description: 'The thousand of each that were seen last.',
    success: answers<OwnDevicesController['index']>()({
      devices: list(DeviceShape),
      sessions: list(DeviceSessionShape),
    }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
  'end_users.own_devices.destroy': {
    ...PORTAL,
    summary: 'Free a device of your license',
    description:
      'Also ends its sessions. It takes one of the resets, unless the policy has `deviceReleases` free.',
    success: answers<OwnDevicesController['destroy']>()({ id: text('The id of the device.') }),
    refuses: [...acting, 'NOT_FOUND', 'LIMIT_REACHED'],
  },
  'end_users.own_devices.end': {
    ...PORTAL,
    summary: 'End a session of your license',
    description: 'Free of charge; a program that still runs takes a new session with its next call.',
    success: answers<OwnDevicesController['end']>()({ id: text('The id of the session.') }),
    refuses: [...acting, 'NOT_FOUND'],
  },
} satisfies Entries
