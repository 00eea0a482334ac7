import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DAY } from '#kernel/time/millis'
import { rows } from '#kernel/database/sql'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

const NOW = Date.now()
const AT = NOW + 40 * DAY
const FROZEN = { frozenAt: NOW, pausedSince: NOW }

/**
 * Every bulk change (interface#bulk-changes): the initial states, the request and the result; the second license stays
 * unchanged.
 */
const CHANGES = [
  ['post', '/freeze', {}, [{}, FROZEN], { frozen: true }, 'ALREADY_FROZEN'],
  ['post', '/unfreeze', {}, [FROZEN, {}], { frozen: false }, 'NOT_FROZEN'],
  ['post', '/revoke', {}, [{}, { status: 'REVOKED' }], { status: 'REVOKED' }, 'ALREADY_REVOKED'],
  ['post', '/unrevoke', {}, [{ status: 'REVOKED' }, {}], { status: 'ACTIVE' }, 'NOT_REVOKED'],
  [
    'post',
    '/extend',
    { days: 3 },
    [{ expirationMode: 'fixed', expiresAt: AT }, {}],
    { expiresAt: new Date(AT + 3 * DAY).toISOString() },
    'NO_EXPIRATION',
  ],
] as const

test.group('bulk changes, on both families', () => {
  for (const family of FAMILIES) {
    for (const [method, path, body, [from, skipped], to, code] of CHANGES) {
      test(`${family}: ${path.slice(1)}`, async ({ client, assert }) => {
        const merchant = await createMerchant()
        const { licenses: url, license, headers, actor } = await familyOf(family, merchant)
        const [changed] = await seedLicenses(merchant, 1, from)
        const [left] = await seedLicenses(merchant, 1, skipped)
        const licenseIds = [changed.id, left.id]
        const response = await client[method](url + path)
          .headers(headers)
          .json({ licenseIds, reason: 'audit', ...body })
        response.assertStatus(202)
        const { operation } = response.body().data
        assert.containSubset(operation, { type: `licenses${path.replace('/', '.')}`, createdBy: actor })
        const ended = await runToEnd(operation.id)
        assert.containSubset(ended, { status: 'completed', succeeded: 1, skipped: 1, failed: 0 })
        const read = await client.get(license(changed.id)).headers(headers)
        assert.containSubset(read.body().data.license, to)
        const items = await client.get(`${response.header('location')}/items`).headers(headers)
        assert.containSubset(items.body().data.items, [{ licenseId: left.id, outcome: 'skipped', code }])
        const timeline = await client.get(`${license(changed.id)}/events`).headers(headers)
        assert.containSubset(timeline.body().data.events[0], {
          actor: { type: 'operation', id: operation.id },
          reason: 'audit',
        })
      })
    }

    test(`${family}: delete`, async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, license, headers } = await familyOf(family, merchant)
      const [gone, kept] = await seedLicenses(merchant, 2)
      const response = await client
        .delete(url)
        .headers(headers)
        .json({ licenseIds: [gone.id] })
      response.assertStatus(202)
      await runToEnd(response.body().data.operation.id)
      const read = await client.get(license(gone.id)).headers(headers)
      assert.deepEqual([read.status(), read.body().error.code], [404, 'LICENSE_NOT_FOUND'])
      const left = await rows(db.connection(), 'select id from licenses where org_id = ?', [merchant.orgId])
      assert.deepEqual(left, [{ id: kept.id }])
    })

    test(`${family}: a body that names no licenses is VALIDATION_ERROR`)
      .with(['/freeze', '/unfreeze', '/revoke', '/unrevoke', '/extend', ''])
      .run(async ({ client, assert }, path) => {
        const merchant = await createMerchant()
        const { licenses: url, headers } = await familyOf(family, merchant)
        const send = (body: object) =>
          client[path ? 'post' : 'delete'](url + path)
            .headers(headers)
            .json(body)
        for (const body of [{}, { licenseIds: [] }, { licenseIds: ['x'] }, { licenseIds: 'x' }]) {
          const response = await send(body)
          assert.deepEqual([response.status(), response.body().error.code], [400, 'VALIDATION_ERROR'])
        }
      })
  }
})
