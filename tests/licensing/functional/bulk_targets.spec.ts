import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf, type Family, type FamilyName } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

async function createStage(name: FamilyName) {
  const merchant = await createMerchant()
  return { merchant, family: await familyOf(name, merchant) }
}

const bulk = ({ licenses, headers }: Family, path: string, body: object) =>
  call(path === '' ? 'DELETE' : 'POST', licenses + path, { headers, body })

async function itemsOf({ headers }: Family, location: string) {
  return (await call('GET', `${new URL(location, 'http://x').pathname}/items`, { headers })).body.data.items
}

const statusOf = async ({ license, headers }: Family, id: string) =>
  (await call('GET', license(id), { headers })).body.data?.license.status

/** The path of an operation and its controls, for a family. */
function operationPath(name: FamilyName, { orgId, productId }: Merchant, id: string) {
  const base = name === 'dashboard' ? `/v1/dashboard/orgs/${orgId}` : `/v1/products/${productId}`
  return `${base}/operations/${id}`
}

for (const name of FAMILIES) {
  test.group(`${name}: bulk changes of licenses named by key`, () => {
    test('keys are found within the scope, and items name them', async ({ assert }) => {
      const { merchant, family } = await createStage(name)
      const [good, done] = await seedLicenses(merchant, 2)
      const [elsewhere] = await seedLicenses(await createMerchant(), 1)
      await runToEnd((await bulk(family, '/revoke', { licenseIds: [done.id] })).body.data.operation.id)
      const licenseKeys = ['NO-SUCH-KEY', good.key, ` ${good.key} `, done.key, elsewhere.key]
      const started = await bulk(family, '/revoke', { licenseKeys, reason: 'chargeback' })
      assert.equal(started.status, 202)
      assert.equal(started.body.data.operation.progress.total, 4)
      const ended = await runToEnd(started.body.data.operation.id)
      assert.containSubset(ended, { status: 'completed', succeeded: 1, skipped: 1, failed: 2 })
      assert.deepEqual(ended.result, {
        skippedBy: { ALREADY_REVOKED: 1 },
        failedBy: { LICENSE_NOT_FOUND: 2 },
      })
      const items = await itemsOf(family, started.headers.get('location')!)
      assert.containSubset(items, [
        { index: 0, licenseId: null, key: 'NO-SUCH-KEY', outcome: 'failed', code: 'LICENSE_NOT_FOUND' },
        { index: 2, licenseId: done.id, key: done.key, outcome: 'skipped', code: 'ALREADY_REVOKED' },
        { index: 3, licenseId: null, key: elsewhere.key, outcome: 'failed', code: 'LICENSE_NOT_FOUND' },
      ])
      assert.equal(await statusOf(family, good.id), 'REVOKED')
      const undo = await call('POST', `${operationPath(name, merchant, ended.id)}/undo`, {
        headers: family.headers,
        body: {},
      })
      assert.containSubset(await runToEnd(undo.body.data.operation.id), { total: 1, succeeded: 1 })
      assert.equal(await statusOf(family, good.id), 'ACTIVE')
    })

    test('deletes by key, over several chunks', async ({ assert }) => {
      const { merchant, family } = await createStage(name)
      const made = await seedLicenses(merchant, 1100)
      const [kept] = await seedLicenses(merchant, 1)
      const licenseKeys = made.flatMap(({ key }, at) => (at % 500 === 0 ? [`GONE-${at}`, key] : [key]))
      const started = await bulk(family, '', { licenseKeys })
      const ended = await runToEnd(started.body.data.operation.id)
      assert.containSubset(ended, { total: 1103, succeeded: 1100, failed: 3 })
      const items = await itemsOf(family, started.headers.get('location')!)
      assert.deepEqual(
        items.map(({ index, key }: { index: number; key: string }) => [index, key]),
        [0, 500, 1000].map((at, before) => [at + before, `GONE-${at}`])
      )
      assert.equal(await statusOf(family, kept.id), 'ACTIVE')
    })

    test('exactly one of licenseIds, licenseKeys and filter', async ({ assert }) => {
      const { family } = await createStage(name)
      for (const body of [
        {},
        { licenseIds: [newId()], licenseKeys: ['KEY-1'] },
        { licenseKeys: ['KEY-1'], filter: {} },
        { licenseKeys: [] },
        { licenseKeys: 'KEY-1' },
        { licenseKeys: ['KEY-1', 5] },
        { licenseIds: ['KEY-1'] },
      ]) {
        const { status, body: answer } = await bulk(family, '/freeze', body)
        assert.equal(status, 400, JSON.stringify(body))
        assert.equal(answer.error.code, 'VALIDATION_ERROR')
      }
    })
  })

  test.group(`${name}: expectedTotal`, () => {
    test('another number is CONFLICT and starts nothing; the right one works on what was counted', async ({
      assert,
    }) => {
      const { merchant, family } = await createStage(name)
      const counted = await seedLicenses(merchant, 3)
      const filter = { status: 'ACTIVE' }
      for (const [expectedTotal, told] of [
        [0, 'more'],
        [2, 'more'],
        [4, '3'],
      ] as const) {
        const { status, body } = await bulk(family, '/revoke', { filter, expectedTotal })
        assert.equal(status, 409)
        assert.equal(body.error.code, 'CONFLICT')
        assert.include(body.error.message, `there are ${told}`)
      }
      const list = await call('GET', operationPath(name, merchant, '').slice(0, -1), {
        headers: family.headers,
      })
      assert.lengthOf(list.body.data.operations, 0)
      const started = await bulk(family, '/revoke', { filter, expectedTotal: 3 })
      assert.equal(started.status, 202)
      assert.equal(started.body.data.operation.progress.total, 3)
      const [late] = await seedLicenses(merchant, 1)
      assert.containSubset(await runToEnd(started.body.data.operation.id), { total: 3, succeeded: 3 })
      assert.equal(await statusOf(family, late.id), 'ACTIVE')
      assert.equal(await statusOf(family, counted[2].id), 'REVOKED')
    })

    test('counts distinct ids and keys too, and must be a whole number', async ({ assert }) => {
      const { merchant, family } = await createStage(name)
      const [{ id, key }] = await seedLicenses(merchant, 1)
      const freeze = async (body: object) => (await bulk(family, '/freeze', { ...body, dryRun: true })).status
      assert.equal(await freeze({ licenseIds: [id, id], expectedTotal: 1 }), 202)
      assert.equal(await freeze({ licenseKeys: [key], expectedTotal: 2 }), 409)
      for (const expectedTotal of [-1, 1.5, '1', 1e10]) {
        assert.equal(await freeze({ licenseIds: [id], expectedTotal }), 400)
      }
      assert.equal(await freeze({ filter: { search: 'nothing has this' }, expectedTotal: 0 }), 202)
    })
  })

  test.group(`${name}: a dry run is applied`, () => {
    test('to exactly the licenses that it found, once', async ({ assert }) => {
      const { merchant, family } = await createStage(name)
      const expiring = { expirationMode: 'fixed', expiresAt: Date.now() + DAY } as const
      const found = await seedLicenses(merchant, 2, expiring)
      const body = { filter: { status: 'ACTIVE' }, days: 3, reason: 'holiday', dryRun: true }
      const dry = await bulk(family, '/extend', body)
      const { id } = dry.body.data.operation
      const apply = () =>
        call('POST', `${operationPath(name, merchant, id)}/apply`, { headers: family.headers, body: {} })
      const early = await apply()
      assert.equal(early.body.error.code, 'CONFLICT')
      assert.include(early.body.error.message, 'queued')
      assert.containSubset(await runToEnd(id), { succeeded: 2 })
      const [late] = await seedLicenses(merchant, 1, expiring)
      const answers = await Promise.all([apply(), apply(), apply()])
      assert.sameMembers(
        answers.map(({ status }) => status),
        [202, 409, 409]
      )
      const { operation } = answers.find(({ status }) => status === 202)!.body.data
      assert.containSubset(operation, {
        type: 'licenses.extend',
        dryRun: false,
        params: { days: 3, reason: 'holiday', appliedFrom: id },
        progress: { total: 2 },
        createdBy: family.actor,
      })
      assert.containSubset(await runToEnd(operation.id), { status: 'completed', succeeded: 2 })
      const expiryOf = async (license: string) =>
        Date.parse(
          (await call('GET', family.license(license), { headers: family.headers })).body.data.license
            .expiresAt
        )
      assert.equal(await expiryOf(found[0].id), expiring.expiresAt + 3 * DAY)
      assert.equal(await expiryOf(late.id), expiring.expiresAt)
    })

    test('keys that nobody has stay items; anything but a completed dry run is CONFLICT', async ({
      assert,
    }) => {
      const { merchant, family } = await createStage(name)
      const [license] = await seedLicenses(merchant, 1)
      const { headers } = family
      const apply = (id: string) =>
        call('POST', `${operationPath(name, merchant, id)}/apply`, { headers, body: {} })
      const dry = await bulk(family, '', { licenseKeys: ['GONE-1', license.key], dryRun: true })
      await runToEnd(dry.body.data.operation.id)
      const applied = await apply(dry.body.data.operation.id)
      assert.equal(applied.status, 202)
      const real = await runToEnd(applied.body.data.operation.id)
      assert.containSubset(real, { succeeded: 1, failed: 1, result: { failedBy: { LICENSE_NOT_FOUND: 1 } } })
      assert.isUndefined(await statusOf(family, license.id))
      const exported = await call('GET', `${family.licenses}/export`, { headers })
      await runToEnd(exported.body.data.operation.id)
      for (const id of [real.id, exported.body.data.operation.id]) {
        const refused = await apply(id)
        assert.equal(refused.body.error.code, 'CONFLICT')
      }
      assert.equal((await apply(newId())).status, 404)
    })
  })
}

test.group('applying by an API key', () => {
  test('needs the scope of what is applied', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const family = await familyOf('keyed', merchant)
    const dry = await bulk(family, '/revoke', { filter: {}, dryRun: true })
    const { id } = dry.body.data.operation
    await runToEnd(id)
    const { key } = await createApiKey(merchant, ['license:read', 'license:update'])
    const path = `${operationPath('keyed', merchant, id)}/apply`
    const refused = await call('POST', path, { apiKey: key, body: {} })
    assert.equal(refused.body.error.code, 'PERMISSION_DENIED')
    assert.include(refused.body.error.message, 'license:revoke')
    const elsewhere = await familyOf('keyed', await createMerchant())
    assert.equal((await call('POST', path, { headers: elsewhere.headers, body: {} })).status, 403)
  })
})
