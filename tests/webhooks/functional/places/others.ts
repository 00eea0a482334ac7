import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import BeginOperation from '#operations/actions/begin_operation'
import EndOperation from '#operations/actions/end_operation'
import AllOperations from '#operations/queries/all_operations'
import { call } from '#tests/testkit/api'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, blacklist } from '#tests/testkit/runtime'
import { createMember } from '#tests/testkit/team'
import { tempFolder } from '#tests/testkit/temp_folder'
import { until } from '#tests/testkit/wait'
import { many } from './families.js'
import { DONE, PAST, send, type Place, type Stage } from './stage.js'

/** One call of the secondary routes. */
const legacy = (
  name: string,
  method: string,
  path: string,
  body: (stage: Stage) => object,
  ...events: string[]
): Place => ({
  name: `secondary routes: ${name}`,
  state: path === '/redeem' ? { status: 'PENDING' } : {},
  act: (stage) =>
    send(method, `/api/licenses${path}`, {
      headers: { authorization: `Bearer ${stage.vendor.key}` },
      body: body(stage),
    }),
  events,
})

export const LEGACY: Place[] = [
  legacy(
    'create',
    'POST',
    '/create',
    ({ vendor }) => ({ count: 1, productId: vendor.productId }),
    'license.created'
  ),
  legacy(
    'assign',
    'POST',
    '/assign',
    ({ license }) => ({ licenseId: license.id, email: 'a@example.com' }),
    'end_user.created',
    'license.updated'
  ),
  legacy(
    'redeem',
    'POST',
    '/redeem',
    ({ license }) => ({ licenseKey: license.key, username: 'eve' }),
    'end_user.created',
    'license.updated'
  ),
  legacy('reset', 'PATCH', '/reset-hwid', ({ license }) => ({ licenseId: license.id }), 'license.hwid_reset'),
  legacy('delete', 'DELETE', '/delete', ({ license }) => ({ licenseId: license.id }), 'license.deleted'),
]

export const RUNTIME: Place[] = [
  {
    name: 'authorize: first, and again',
    act: async ({ vendor, license }) => {
      await authorize(vendor, license.key)
      await authorize(vendor, license.key)
    },
    events: ['license.authorized', 'license.authorized'],
  },
  {
    name: 'authorize: denied',
    act: async ({ vendor, license }) => {
      await blacklist(vendor, 'IP', '127.0.0.1')
      await authorize(vendor, license.key)
    },
    events: ['license.authorization_denied'],
  },
  {
    name: 'authorize: expired, and again',
    state: PAST,
    act: async ({ vendor, license }) => {
      await authorize(vendor, license.key)
      await authorize(vendor, license.key)
    },
    events: new Array(2).fill(['license.expired', 'license.authorization_denied']).flat(),
  },
  {
    name: 'the sweep marks what is past, and nobody has tried to authorize',
    state: PAST,
    act: () => new ExpireLicenses().execute(),
    events: [],
  },
]

/** Runs a command in this process and suppresses its output. */
async function quietly(command: string, ...words: string[]) {
  const { write } = process.stdout
  process.stdout.write = () => true
  try {
    const { exitCode = 0 } = await ace.exec(command, [...words, '--json'])
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}`)
  } finally {
    process.stdout.write = write
  }
}

export const OTHERS: Place[] = [
  {
    name: 'an operation fails',
    act: async ({ vendor, license }) => {
      const path = `${many('dashboard', vendor)}/freeze`
      const body = { licenseIds: [license.id] }
      const { operation } = (await call('POST', path, { token: vendor.token, body })).body.data
      await (await app.container.make(BeginOperation)).execute(operation.id)
      const end = await app.container.make(EndOperation)
      await end.execute(operation.id, 'failed', { code: 'INTERNAL', message: 'It broke' })
    },
    events: ['operation.failed'],
  },
  {
    name: 'dashboard: an API key is made, rotated and revoked',
    act: async ({ vendor: { token, productId } }) => {
      const body = { name: 'Key', permissions: ['license:read'] }
      const path = `/v1/dashboard/products/${productId}/api-keys`
      const { apiKey } = await send('POST', path, { token, body })
      await send('POST', `/v1/dashboard/api-keys/${apiKey.id}/rotate`, { token, body: {} })
      await send('DELETE', `/v1/dashboard/api-keys/${apiKey.id}`, { token })
    },
    events: ['api_key.created', 'api_key.rotated', 'api_key.revoked'],
  },
  {
    name: 'Ace: an API key is made, rotated and revoked',
    act: async ({ vendor: { productId, keyId } }) => {
      await quietly('api-key:issue', productId, '--permission=license:read')
      await quietly('api-key:rotate', keyId)
      await quietly('api-key:revoke', keyId)
    },
    events: ['api_key.created', 'api_key.rotated', 'api_key.revoked'],
  },
  {
    name: 'Ace: import',
    act: async ({ vendor: { orgId, productId } }) => {
      await using folder = await tempFolder()
      const file = join(folder.path, 'licenses.csv')
      await writeFile(file, 'key\nAAAA-1\n')
      const importing = quietly('licenses:import', file, `--product=${productId}`)
      const [{ id }] = await until('the operation', async () => {
        const queued = await new AllOperations().execute({ orgId, status: 'queued', limit: 1 })
        return queued.length > 0 && queued
      })
      await runToEnd(id)
      await importing
    },
    events: ['license.created', DONE],
  },
  {
    name: 'Ace: cancel an operation',
    act: async ({ vendor, license }) => {
      const path = `${many('dashboard', vendor)}/freeze`
      const body = { licenseIds: [license.id] }
      const { operation } = (await call('POST', path, { token: vendor.token, body })).body.data
      await quietly('operations:cancel', operation.id)
    },
    events: ['operation.cancelled'],
  },
  {
    name: 'a member joins by an invite and is removed',
    act: async ({ vendor: { orgId, token } }) => {
      const guest = await createMerchant()
      const invite = { email: guest.email, role: 'MEMBER' }
      await send('POST', `/v1/dashboard/orgs/${orgId}/invites`, { token, body: invite })
      const mailed = await mailedToken(guest.email, 'invit')
      await send('POST', '/v1/dashboard/invites/accept', { token: guest.token, body: { token: mailed } })
      await send('DELETE', `/v1/dashboard/orgs/${orgId}/members/${guest.userId}`, { token })
    },
    events: ['team.member_added', 'team.member_removed'],
  },
  {
    name: 'a member leaves',
    act: async ({ vendor }) => {
      const { userId, token } = await createMember(vendor, 'VIEWER')
      await send('DELETE', `/v1/dashboard/orgs/${vendor.orgId}/members/${userId}`, { token })
    },
    events: ['team.member_removed'],
  },
]
