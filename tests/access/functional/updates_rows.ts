import { endUser, key, own, type Access } from './kinds.js'

const UPDATES = '/v1/updates/:productId'
const LICENSE = '/v1/enduser/licenses/:id'
const TRIED = own('releases/update_codes: the key of a license')

/** Update feeds of programs, and the releases of end users. */
export const UPDATES_ACCESS: Record<string, Access> = {
  [`GET ${UPDATES}`]: TRIED,
  [`GET ${UPDATES}/tauri/:target/:arch/:version`]: TRIED,
  [`GET ${UPDATES}/electron/:file`]: TRIED,
  [`GET ${UPDATES}/appcast.xml`]: TRIED,
  [`GET ${UPDATES}/velopack/:file`]: TRIED,
  [`GET ${UPDATES}/artifacts/:artifactId`]: TRIED,
  [`GET ${LICENSE}/releases`]: endUser({ feature: 'downloads', licenseKeys: true }),
  [`POST ${LICENSE}/downloads`]: endUser({ feature: 'downloads', licenseKeys: true }),
  'GET /v1/products/:productId/releases/explain': key('release:read'),
}
