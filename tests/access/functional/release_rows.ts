import { key, org, own, product, type Access } from './kinds.js'

const OURS = '/v1/dashboard/products/:productId/releases'
const KEYED = '/v1/products/:productId/releases'

/** Releases of a product and their files, and the bulk change of the update rights of licenses. */
export const RELEASE_ACCESS: Record<string, Access> = {
  ...rowsOf(OURS, product('VIEWER'), product('ADMIN')),
  ...rowsOf(KEYED, key('release:read'), key('release:write')),
  'POST /v1/dashboard/orgs/:orgId/licenses/set-updates': org('MEMBER'),
  'POST /v1/products/:productId/licenses/set-updates': key('license:update'),
  'GET /v1/files/:artifactId/:filename': own('releases/files: a signed link'),
}

function rowsOf(path: string, reads: Access, writes: Access): Record<string, Access> {
  return {
    [`GET ${path}`]: reads,
    [`POST ${path}`]: writes,
    [`GET ${path}/:releaseId`]: reads,
    [`PATCH ${path}/:releaseId`]: writes,
    [`DELETE ${path}/:releaseId`]: writes,
    [`POST ${path}/:releaseId/publish`]: writes,
    [`POST ${path}/:releaseId/yank`]: writes,
    [`POST ${path}/:releaseId/unyank`]: writes,
    [`POST ${path}/:releaseId/artifacts`]: writes,
    [`PUT ${path}/:releaseId/artifacts/:filename`]: writes,
    [`DELETE ${path}/:releaseId/artifacts/:artifactId`]: writes,
  }
}
