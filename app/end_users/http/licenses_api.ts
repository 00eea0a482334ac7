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
    'Also ends the sessions of the license. If the license has no bindings, `changed` is false and no reset is used. The details of LIMIT_REACHED say when the next reset is available.',
  body: noFieldsValidator,
  success: answers<EndUserResetsController['hwid']>()({
    license: OwnLicenseShape,
    changed: flag('Whether the license had bindings.'),
  }),
  refuses: [...acting, 'LIMIT_REACHED'],
})

/** The routes for the licenses of end users in the API document. */
export const OWN_LICENSES_API = {
  'end_users.own_licenses.index': {
    ...PORTAL,
    summary: 'List your licenses',
    description: 'Newest first. After a sign-in with a license key, the list contains only that license.',
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
      'The license becomes yours, and a PENDING license becomes ACTIVE. A generated key is also found if it is typed in lowercase, with spaces, or with O, I and L in place of 0, 1 and 1.',
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
    description: 'Returns at most 1,000 devices and 1,000 sessions, the most recently seen first.',
    success: answers<OwnDevicesController['index']>()({
      devices: list(DeviceShape),
      sessions: list(DeviceSessionShape),
    }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
  'end_users.own_devices.destroy': {
    ...PORTAL,
    summary: 'Release a device of your license',
    description:
      'Also ends the sessions of the device. It uses one reset, unless `deviceReleases` of the policy is `free`.',
    success: answers<OwnDevicesController['destroy']>()({ id: text('The id of the device.') }),
    refuses: [...acting, 'NOT_FOUND', 'LIMIT_REACHED'],
  },
  'end_users.own_devices.end': {
    ...PORTAL,
    summary: 'End a session of your license',
    description: 'Uses no reset. A program that still runs gets a new session with its next call.',
    success: answers<OwnDevicesController['end']>()({ id: text('The id of the session.') }),
    refuses: [...acting, 'NOT_FOUND'],
  },
} satisfies Entries
