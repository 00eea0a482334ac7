import { SCALAR } from '#system/reference/scalar'
import { open, own, type Access } from './kinds.js'

/** The queue board accepts every method and admits platform admins. */
const board = (path: string) =>
  Object.fromEntries(
    ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} ${path}`,
      own('admin/queue_board'),
    ])
  )

/** Routes about the service itself that anyone may call. */
export const SYSTEM_ACCESS: Record<string, Access> = {
  'GET /health': open,
  'GET /health/live': open,
  'GET /health/ready': own('system/health: the state of the process'),
  'GET /v1/status': open,
  'GET /v1/console': open,
  'GET /': open,
  'GET /console': own('console/console_files: there where it is built'),
  'GET /console/*': own('console/console_files: there where it is built'),
  'GET /portal': own('portal/portal_files: there where it is built'),
  'GET /portal/*': own('portal/portal_files: there where it is built'),
  'GET /admin': own('admin/queue_board: leads to the board'),
  'GET /admin/sign-in': open,
  'GET /admin/sign-out': open,
  'GET /admin/sign-in/script.js': open,
  'GET /admin/sign-in/style.css': open,
  'GET /openapi.json': open,
  'GET /llms.txt': open,
  'GET /errors': open,
  'GET /errors/style.css': open,
  'GET /reference.md': open,
  'GET /reference': open,
  'GET /reference/start.js': open,
  [`GET /reference/scalar-${SCALAR.version}.js`]: open,
  'GET /.well-known/service-keys.json': open,
  'GET /.well-known/security.txt': own('system/security_contact: there where a contact is set'),
  ...board('/admin/queues'),
  ...board('/admin/queues/*'),
  'GET /v1/downloads/:operationId': own('operations: a signed link'),
}
