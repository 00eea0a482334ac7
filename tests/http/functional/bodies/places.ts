import router from '@adonisjs/core/services/router'
import { Agent, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import GrantAdmin from '#accounts/actions/grant_admin'
import { bodies } from '#config/bodies'
import { bootstrap } from '#config/bootstrap'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { openPortal, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createApiKey } from '#tests/testkit/merchant'
import { connect, signedBy } from '#tests/testkit/processors'
import { signedCall } from '#tests/testkit/runtime'
import { createTarget, pathTo, type Target } from '#tests/access/functional/fixture'
import { BILLING_ACCESS } from '#tests/access/functional/billing_rows'
import { ACCESS } from '#tests/access/functional/table'

export type Answer = { status: number; text: string }

/** A route that reads a body, called with a valid credential. */
export type Place = {
  route: string
  /** The largest body that it accepts, in bytes. */
  limit: number
  send: (body: string | Buffer, headers?: Record<string, string>) => Promise<Answer>
}

const [BOARD, RUNTIME] = [/^\/admin\/queues/, /^\/v1\/licenses\//]

/** Routes that stream a file: of an import, of a ticket message, and of a release. */
export const [IMPORTED, ATTACHED] = [/\/licenses\/import$/, /\/attachments$/]
const RELEASED = /\/artifacts(?:\/:filename)?$/

/** Events of payment processors, whose signature is checked before they are parsed. */
const EVENTS = /^\/v1\/processors\//

/** Writes that read no body. */
const READ_NOTHING = [
  ...['POST /oauth/accounts/:provider/connect', 'DELETE /oauth/accounts/:provider'],
  ...Object.keys(BILLING_ACCESS),
  // A form, not JSON.
  'POST /sso/saml/:connectionId/acs',
]

/** Routes of the queue board that have a handler; its server reads a body only for these. */
const BOARD_PATHS: Record<string, string> = {
  POST: '/admin/queues/api/queues/maintenance/add',
  PUT: '/admin/queues/api/queues/maintenance/no-such-job/promote',
  PATCH: '/admin/queues/api/queues/maintenance/no-such-job/update-data',
}

/** Every write of the router, with the largest body that its middleware allows. */
function writes() {
  const readsBody = (one: unknown) => (one as { name?: string }).name === 'body'
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ methods, pattern, middleware }) => {
      const reader = [...middleware.all()].find(readsBody) as { args?: { limit?: number } } | undefined
      const limit = reader && (reader.args?.limit ?? bodies.limits.ordinary)
      return methods
        .filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
        .map((method) => ({ method, pattern, limit }))
    })
}

function limitOf(route: string, pattern: string, limit: number | undefined): number | null {
  if (limit !== undefined) return limit
  if (RUNTIME.test(pattern)) return bodies.limits.runtime
  if (BOARD.test(pattern)) return bodies.limits.ordinary
  if ([IMPORTED, ATTACHED, RELEASED].some((files) => files.test(pattern))) return Infinity
  if (EVENTS.test(pattern)) return bodies.limits.events
  if (READ_NOTHING.includes(route)) return null
  throw new Error(`Nobody knows how ${route} reads its body`)
}

/**
 * Every route that reads a body, taken from the router, so new routes are included.
 * @throws Error if it is unknown how a route reads its body or which credential it requires
 */
export async function createPlaces() {
  const target = await createTarget()
  const headersOf = await credentials(target)
  const { id: processorId } = await connect(target.merchant)
  const places: Place[] = []
  for (const { method, pattern, limit: read } of writes()) {
    const route = `${method} ${pattern}`
    const limit = limitOf(route, pattern, read)
    if (limit === null) continue
    const board = pattern.endsWith('*') ? BOARD_PATHS[method] : undefined
    const query = IMPORTED.test(pattern) ? `?productId=${target.merchant.productId}` : ''
    const path = board ?? pathTo(pattern, { ...target, processorId }) + query
    const send: Place['send'] = (body, more) => {
      const bytes = Buffer.from(body)
      return post(method, path, { ...headersOf(route, path, bytes), ...more }, bytes)
    }
    places.push({ route, limit, send })
  }
  return { target, places }
}

const ADMIN_TOKEN = 'the bootstrap token of the tests'

/** The headers of a valid credential for each route. */
async function credentials(target: Target) {
  const { merchant, endUserId } = target
  await openPortal(merchant, { erasure: 'self' })
  const { accessToken } = await signIn({ id: endUserId, orgId: merchant.orgId })
  const byEndUser = { authorization: `Bearer ${accessToken}` }
  await new GrantAdmin().execute(merchant.email, true)
  Object.assign(bootstrap, { enabled: true, token: ADMIN_TOKEN })
  const { id, key, signingSecret } = await createApiKey(merchant, [...PERMISSIONS])
  const vendor = { ...merchant, keyId: id, key, signingSecret }
  const byKey = { 'x-api-key': key }
  const byToken = { authorization: `Bearer ${merchant.token}` }
  return (route: string, path: string, body: Buffer): Record<string, string> => {
    const pattern = route.split(' ')[1]
    if (EVENTS.test(pattern)) return signedBy('standard', body.toString())
    if (RUNTIME.test(pattern)) return signedCall(vendor, body.toString(), { path }).headers
    const { kind } = ACCESS[route]
    if (kind === 'endUser') return byEndUser
    if (kind === 'key') return byKey
    if (
      kind === 'user' ||
      kind === 'role' ||
      pattern.startsWith('/api/apps/') ||
      /^\/(?:oauth|admin|v1\/admin)\//.test(pattern)
    )
      return byToken
    return /^\/v1\/(?:products|api-keys)$/.test(pattern) ? { 'x-admin-token': ADMIN_TOKEN } : {}
  }
}

const agent = new Agent({ keepAlive: true })

/** Sends bytes unchanged. The client runs in the measured thread, so it does as little as possible. */
function post(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(BASE + path, {
      method,
      agent,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode!, text }), reject)
    })
    sent.end(body)
  })
}
