import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import CancelOperation from '#operations/actions/cancel_operation'
import type { BulkChange } from '#operations/actions/start_bulk_change'
import { quotas } from '#config/quotas'
import { PERMISSIONS } from '#catalog/rules/permissions'
import type { OperationType } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'
import type { Answer } from '#tests/testkit/api'
import { change } from '#tests/testkit/faults'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { listed } from '#tests/testkit/long_list'

/** More than the quota of the tests allows, and a few for later. */
const MANY = 9

type Call = { method: string; path: string; body?: unknown; type?: string }
/** Creates what the calls need, and returns a function from a number to its call. */
type Kind = (merchant: Merchant) => Promise<(at: number) => Call>

/** Ended operations on the merchant's product, one for each call. */
async function ended(merchant: Merchant, end: (id: string) => Promise<unknown>, what: BulkChange = {}) {
  const ids: string[] = []
  const within = { ...merchant, scope: { ...merchant.scope, productId: merchant.productId } }
  for (const { id: licenseId } of await seedLicenses(merchant, MANY)) {
    const { id } = await change(within, 'licenses.freeze', { licenseIds: listed([licenseId]), ...what })
    await end(id)
    ids.push(id)
  }
  return ids
}

async function cancel(id: string) {
  const operation = (await new FindOperation().byId(id))!
  return (await app.container.make(CancelOperation)).execute(operation)
}

const command = (name: string, ids: string[]) => (at: number) => ({
  method: 'POST',
  path: `/operations/${ids[at]}/${name}`,
})

const KINDS: [string, OperationType, Kind][] = [
  [
    'a bulk change',
    'licenses.revoke',
    async () => () => ({ method: 'POST', path: '/licenses/revoke', body: { filter: {} } }),
  ],
  [
    'an import',
    'licenses.import',
    async ({ productId }) =>
      (at) => ({
        method: 'POST',
        path: `/licenses/import?productId=${productId}`,
        body: `key\nNEW-${at}\n`,
        type: 'text/csv',
      }),
  ],
  [
    'an export',
    'licenses.export',
    async () => () => ({ method: 'GET', path: '/licenses/export?format=json' }),
  ],
  ['an undo', 'licenses.undo', async (merchant) => command('undo', await ended(merchant, runToEnd))],
  ['a retry', 'licenses.freeze', async (merchant) => command('retry', await ended(merchant, cancel))],
  [
    'an applied dry run',
    'licenses.freeze',
    async (merchant) => command('apply', await ended(merchant, runToEnd, { dryRun: true })),
  ],
]

/** Calls of one route family, as the owner of an org or with an API key that has all permissions. */
const FAMILIES = {
  dashboard: async ({ orgId, token }: Merchant) =>
    caller(`/v1/dashboard/orgs/${orgId}`, { authorization: `Bearer ${token}` }),
  keyed: async (merchant: Merchant) => {
    const { key } = await createApiKey(merchant, [...PERMISSIONS])
    return caller(`/v1/products/${merchant.productId}`, { 'x-api-key': key })
  },
}

function caller(prefix: string, credential: Record<string, string>) {
  return async ({ method, path, body, type = 'application/json' }: Call) => {
    const response = await fetch(BASE + prefix + path, {
      method,
      headers: { ...credential, ...(body === undefined ? {} : { 'content-type': type }) },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
}

function openOf({ orgId }: Merchant) {
  return rows<{ id: string; type: string }>(
    db.connection(),
    'select id, type from operations where org_id = ? and finished_at is null order by id',
    [orgId]
  )
}

test.group('operations: how many of an org may be unfinished', () => {
  for (const [family, of] of Object.entries(FAMILIES)) {
    test(
      `${family}, {0}: racing requests fill the quota exactly, the next is LIMIT_REACHED, an end makes room`
    )
      .with(KINDS)
      .run(async ({ assert, cleanup }, [, type, kind]) => {
        const merchant = await createMerchant()
        await seedLicenses(merchant, 2)
        const send = await of(merchant)
        const callOf = await kind(merchant)
        const before = quotas.openOperationsPerOrg
        cleanup(() => void (quotas.openOperationsPerOrg = before))
        quotas.openOperationsPerOrg = 2
        let next = 0
        const more = () => send(callOf(next++))

        const answers = await Promise.all(Array.from({ length: 5 }, more))
        const refused = answers.filter(({ status }) => status !== 202)
        assert.lengthOf(refused, 3)
        for (const { status, body } of refused) {
          assert.equal(status, 403)
          assert.equal(body.error.code, 'LIMIT_REACHED')
          assert.include(body.error.message, 'An org has at most 2 operations that have not ended')
        }
        const open = await openOf(merchant)
        assert.deepEqual(
          open.map((one) => one.type),
          [type, type]
        )
        assert.sameMembers(
          open.map(({ id }) => id),
          answers.filter(({ status }) => status === 202).map(({ body }) => body.data.operation.id)
        )

        assert.equal((await send({ method: 'POST', path: `/operations/${open[0].id}/cancel` })).status, 200)
        assert.equal((await more()).status, 202)
        assert.equal((await more()).status, 403)
        await runToEnd(open[1].id)
        assert.equal((await more()).status, 202)
        assert.lengthOf(await openOf(merchant), 2)
        quotas.openOperationsPerOrg = -1
        assert.equal((await more()).status, 202)
      })
  }

  test('what one org has open counts for no other', async ({ assert, cleanup }) => {
    const [one, other] = [await createMerchant(), await createMerchant()]
    const before = quotas.openOperationsPerOrg
    cleanup(() => void (quotas.openOperationsPerOrg = before))
    quotas.openOperationsPerOrg = 1
    const start = { method: 'POST', path: '/licenses/freeze', body: { filter: {} } }
    assert.equal((await (await FAMILIES.dashboard(one))(start)).status, 202)
    assert.equal((await (await FAMILIES.keyed(one))(start)).status, 403)
    assert.equal((await (await FAMILIES.keyed(other))(start)).status, 202)
  })
})
