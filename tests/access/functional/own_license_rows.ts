import { endUser, type Access } from './kinds.js'

const LICENSES = '/v1/enduser/licenses'

/** The licenses of the signed-in end user. */
export const OWN_LICENSE_ACCESS: Record<string, Access> = {
  [`GET ${LICENSES}`]: endUser({ licenseKeys: true }),
  [`POST ${LICENSES}/redeem`]: endUser(),
  [`GET ${LICENSES}/:id`]: endUser({ licenseKeys: true }),
  [`POST ${LICENSES}/:id/reset-hwid`]: endUser({ feature: 'selfReset.hwid' }),
  [`POST ${LICENSES}/:id/reset-ip`]: endUser({ feature: 'selfReset.ip' }),
  [`GET ${LICENSES}/:id/devices`]: endUser({ licenseKeys: true }),
  [`DELETE ${LICENSES}/:id/devices/:deviceId`]: endUser({ feature: 'deviceRelease' }),
  [`DELETE ${LICENSES}/:id/sessions/:sessionId`]: endUser({ feature: 'sessionRelease' }),
}
