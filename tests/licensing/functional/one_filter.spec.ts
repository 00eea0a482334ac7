import { test } from '@japa/runner'
import type { Permission } from '#catalog/rules/permissions'
import { DAY } from '#kernel/time/millis'
import { FAMILIES, familyOf, type Family, type FamilyName } from '#tests/testkit/families'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { giveTo, seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

const NOW = Date.now()
const at = (days: number) => new Date(NOW + days * DAY).toISOString()

const PERMISSIONS: Permission[] = ['license:read', 'license:create', 'license:update', 'end_user:read']

type Stage = { merchant: Merchant; family: Family; ids: string[]; endUserId: string }

/** Five licenses: one plain, one frozen, one revoked with an owner, and two that expire. */
async function createStage(name: FamilyName): Promise<Stage> {
  const merchant = await createMerchant()
  await seedLicenses(await createMerchant(), 2)
  const plain = await seedLicenses(merchant, 1, { key: 'FIND-ME-1' })
  const frozen = await seedLicenses(merchant, 1, { frozenAt: NOW, pausedSince: NOW })
  const revoked = await seedLicenses(merchant, 1, { status: 'REVOKED' })
  const soon = await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt: NOW + 2 * DAY })
  const late = await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt: NOW + 20 * DAY })
  const endUserId = await giveTo(merchant, revoked[0].id)
  const ids = [plain, frozen, revoked, soon, late].map(([{ id }]) => id)
  return {
    merchant,
    family: await familyOf(name, merchant, PERMISSIONS),
    ids,
    endUserId,
  }
}

/** The number of licenses that a list, a dry run of a bulk change and an export find with one filter. */
async function foundBy({ family }: Stage, filter: Record<string, unknown>) {
  const { licenses: url, headers } = family
  const query = new URLSearchParams(
    Object.entries(filter).map(([name, value]) => [name, String(value)] as [string, string])
  )
  const list = await call('GET', `${url}?${query}`, { headers })
  const bulk = await call('POST', `${url}/freeze`, { headers, body: { filter, dryRun: true } })
  const exported = await call('GET', `${url}/export?${query}`, { headers })
  const statuses = [list.status, bulk.status, exported.status]
  if (statuses.some((status) => status >= 300)) return statuses
  const tried = await runToEnd(bulk.body.data.operation.id)
  const written = await runToEnd(exported.body.data.operation.id)
  return [list.body.data.pagination.total, tried.total, written.result!.rows]
}

for (const name of FAMILIES) {
  test.group(`${name}: one filter for list, bulk, dry run and export`, (group) => {
    let stage: Stage
    group.setup(async () => {
      stage = await createStage(name)
    })

    test('{0}: all of them find {1}')
      .with([
        ['nothing given', 5, () => ({})],
        ['productId', 5, ({ merchant }) => ({ productId: merchant.productId })],
        ['status', 4, () => ({ status: 'ACTIVE' })],
        ['frozen', 1, () => ({ frozen: true })],
        ['not frozen', 4, () => ({ frozen: false })],
        ['search, trimmed', 1, () => ({ search: '  find-me ' })],
        ['endUserId', 1, ({ endUserId }) => ({ endUserId })],
        ['createdAfter', 5, () => ({ createdAfter: at(-1) })],
        ['createdAfter, later', 0, () => ({ createdAfter: at(1) })],
        ['createdBefore, a date', 0, () => ({ createdBefore: '2020-01-01' })],
        ['expiresBefore', 1, () => ({ expiresBefore: at(3) })],
        ['expiresAfter', 1, () => ({ expiresAfter: at(3) })],
        ['expiresAfter, with an offset', 2, () => ({ expiresAfter: at(1).replace('Z', '+00:00') })],
        [
          'all at once',
          1,
          () => ({ status: 'ACTIVE', frozen: false, expiresAfter: at(3), createdAfter: at(-1) }),
        ],
      ] as [string, number, (stage: Stage) => Record<string, unknown>][])
      .run(async ({ assert }, [, count, filter]) => {
        assert.deepEqual(await foundBy(stage, filter(stage)), [count, count, count])
      })

    test('{$self}: all of them refuse it')
      .with([
        { status: 'active' },
        { createdAfter: 'soon' },
        { createdAfter: '2026-01-31T12:00:00' },
        { createdBefore: '31.12.2026' },
        { expiresBefore: 1893456000000 },
        { expiresAfter: '2026-02-30' },
        { createdAfter: at(1), createdBefore: at(0) },
        { expiresAfter: at(1), expiresBefore: at(0) },
        { productId: 'x' },
        { endUserId: 'x' },
        { search: 'x'.repeat(129) },
        { frozen: 1 },
        { frozen: 'yes' },
        { colour: 'red' },
      ])
      .run(async ({ assert }, filter) => {
        assert.deepEqual(await foundBy(stage, filter), [400, 400, 400])
      })

    test('a wrong value is named with what would be right', async ({ assert }) => {
      const { licenses: url, headers } = stage.family
      const said = async (query: string) =>
        (await call('GET', `${url}?${query}`, { headers })).body.error.message
      assert.equal(
        await said('status=active'),
        'status "active" must be one of PENDING, ACTIVE, EXPIRED, REVOKED, SUSPENDED'
      )
      assert.equal(await said('frozen=1'), 'frozen "1" must be one of true, false')
      assert.equal(
        await said('createdAfter=31.12.2026'),
        'createdAfter "31.12.2026" is not an ISO 8601 date or time with an offset: write 2026-12-31 or 2026-12-31T18:00:00Z'
      )
      for (const query of [
        'pageSize=0',
        'pageSize=201',
        'pageSize=x',
        'page=0',
        'pageSize[]=5',
        'pageSize=5&pageSize=6',
      ]) {
        const { status, body } = await call('GET', `${url}?${query}`, { headers })
        assert.equal(status, 400, query)
        assert.equal(body.error.details![0].field, query.startsWith('page=') ? 'page' : 'pageSize')
      }
    })

    test('a boolean without a value is refused and named: {0} {1} {2}')
      .with([
        ['GET', '', 'frozen'],
        ['GET', '/export', 'frozen'],
        ['GET', '/export', 'bom'],
        ['POST', '/import', 'dryRun'],
      ])
      .run(async ({ assert }, [method, path, name]) => {
        const { merchant, family } = stage
        const url = `${family.licenses}${path}`
        const headers = { ...family.headers, ...(method === 'POST' && { 'content-type': 'text/csv' }) }
        const refused = await fetch(`${BASE}${url}?productId=${merchant.productId}&${name}=`, {
          method,
          headers,
          ...(method === 'POST' && { body: 'key\nEMPTY-FLAG-1\n' }),
        })
        assert.equal(refused.status, 400)
        const { error } = (await refused.json()) as { error: { code: string; details: unknown } }
        assert.equal(error.code, 'VALIDATION_ERROR')
        assert.deepEqual(error.details, [{ field: name, message: `${name} "" must be one of true, false` }])
      })

    test('other parameters without a value say nothing', async ({ assert }) => {
      const { licenses: url, headers } = stage.family
      const { body } = await call('GET', `${url}?status=&search=&createdAfter=&tierId=&pageSize=`, {
        headers,
      })
      assert.equal(body.data.pagination.total, 5)
    })

    test('an operation keeps its filter in UTC with milliseconds', async ({ assert }) => {
      const { licenses: url, headers } = stage.family
      const filter = { createdBefore: '2099-01-01', expiresAfter: '2026-01-31T12:00:00+02:00', search: ' a ' }
      const kept = {
        createdBefore: '2099-01-01T00:00:00.000Z',
        expiresAfter: '2026-01-31T10:00:00.000Z',
        search: 'a',
      }
      const bulk = await call('POST', `${url}/freeze`, { headers, body: { filter, dryRun: true } })
      assert.deepEqual(bulk.body.data.operation.params, { filter: kept })
      const exported = await call('GET', `${url}/export?${new URLSearchParams(filter)}`, { headers })
      assert.deepEqual(exported.body.data.operation.params, { format: 'csv', ...kept })
    })

    test('exceptIds leaves out up to 1,000 licenses, of a bulk filter only', async ({ assert }) => {
      const { licenses: url, headers } = stage.family
      const freeze = (body: object) => call('POST', `${url}/freeze`, { headers, body })
      const some = await freeze({ filter: { exceptIds: stage.ids.slice(0, 2) }, dryRun: true })
      assert.equal((await runToEnd(some.body.data.operation.id)).total, 3)
      for (const exceptIds of [[], ['x'], Array.from({ length: 1001 }, () => stage.ids[0]), null]) {
        assert.equal((await freeze({ filter: { exceptIds } })).status, 400)
      }
      const element = await freeze({ filter: { exceptIds: [stage.ids[0], 'abc'] } })
      assert.equal(element.body.error.message, 'filter.exceptIds[1] "abc" must be a valid UUID')
      assert.equal((await call('GET', `${url}?exceptIds=${stage.ids[0]}`, { headers })).status, 400)
    })
  })
}
