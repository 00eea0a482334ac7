import { test } from '@japa/runner'
import AssignLicense from '#end_users/actions/assign_license'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import DeleteLicense from '#licensing/actions/delete_license'
import ResetBindings from '#licensing/actions/reset_bindings'
import CreateProduct from '#catalog/actions/create_product'
import type { Permission } from '#catalog/rules/permissions'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

test.group('the timeline of a license', () => {
  for (const family of FAMILIES) {
    test(`${family}: newest first, by cursor`, async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const { id } = await makeLicense(merchant)
      const change = new ChangeLicenseStatus()
      await change.execute(merchant.scope, id, 'revoke', 'chargeback')
      await change.execute(merchant.scope, id, 'unrevoke')
      const list = (query: object) =>
        client
          .get(`${url(id)}/events`)
          .qs(query)
          .headers(headers)
      const types = (body: { data: { events: { type: string }[] } }) =>
        body.data.events.map((one) => one.type)
      const first = await list({ limit: 2 })
      assert.deepEqual(types(first.body()), ['license.unrevoked', 'license.revoked'])
      const { createdAt, ...revoked } = first.body().data.events[1]
      assert.match(createdAt, /Z$/)
      assert.deepEqual(revoked, {
        type: 'license.revoked',
        actor: { type: 'user', id: merchant.userId },
        reason: 'chargeback',
        data: { before: { status: 'ACTIVE' } },
      })
      const second = await list({ limit: 2, cursor: first.body().data.nextCursor })
      assert.deepEqual(types(second.body()), ['license.created'])
      assert.isNull(second.body().data.nextCursor)
      const other = await makeLicense(merchant)
      await change.execute(merchant.scope, other.id, 'revoke')
      const others = await client
        .get(`${url(other.id)}/events`)
        .qs({ limit: 1 })
        .headers(headers)
      for (const cursor of ['x', others.body().data.nextCursor]) {
        const bad = await list({ cursor })
        bad.assertStatus(400)
        bad.assertBodyContains({ error: { code: 'INVALID_CURSOR' } })
      }
      const large = await list({ limit: 201 })
      large.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
    })
  }

  test('an expiresAt that is stated again while the clock stands is named, as in the event', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { license: url, headers } = await familyOf('dashboard', merchant)
    const expiresAt = '2040-01-01T00:00:00.000Z'
    const { id } = await makeLicense(merchant, { expirationMode: 'fixed', expiresAt: Date.parse(expiresAt) })
    for (const body of [{ frozen: true }, { expiresAt }]) {
      assert.equal((await call('PATCH', url(id), { headers, body })).status, 200)
    }
    const { body } = await call('GET', `${url(id)}/events?limit=1`, { headers })
    assert.containSubset(body.data.events, [{ type: 'license.updated', data: { before: { expiresAt } } }])
  })

  test('a key reads that of a deleted license of its product, and of no other', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const sibling = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Viewer' })
    const { license: url, headers } = await familyOf('keyed', merchant)
    const own = await makeLicense(merchant)
    const others = await makeLicense(merchant, { productId: sibling.id })
    const read = (id: string) => client.get(`${url(id)}/events`).headers(headers)
    for (let deleted = 0; deleted < 2; deleted++) {
      const mine = await read(own.id)
      mine.assertStatus(200)
      assert.lengthOf(mine.body().data.events, 1 + deleted)
      const theirs = await read(others.id)
      assert.deepEqual([theirs.status(), theirs.body().error.code], [404, 'LICENSE_NOT_FOUND'])
      if (deleted) break
      for (const { id } of [own, others]) await new DeleteLicense().execute(merchant.scope, id)
    }
  })

  test('a former owner shows only to keys with end_user:read', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id } = await makeLicense(merchant)
    for (const username of ['ada', 'eve']) {
      await new AssignLicense().assign(merchant.scope, id, { username })
    }
    const before = async (permissions: Permission[]) => {
      const { license: url, headers } = await familyOf('keyed', merchant, permissions)
      return (await client.get(`${url(id)}/events`).headers(headers)).body().data.events[0].data.before
    }
    assert.isString((await before(['license:read', 'end_user:read'])).endUserId)
    assert.deepEqual(await before(['license:read']), {})
  })

  test('the end user who did something shows only to keys with end_user:read', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id } = await makeLicense(merchant)
    const actor = { type: 'endUser', id: newId() } as const
    await new ResetBindings().execute({ ...merchant.scope, actor }, id, 'HWID')
    const actorFor = async (permissions: Permission[]) => {
      const { license: url, headers } = await familyOf('keyed', merchant, permissions)
      return (await client.get(`${url(id)}/events`).headers(headers)).body().data.events[0].actor
    }
    assert.deepEqual(await actorFor(['license:read', 'end_user:read']), actor)
    assert.deepEqual(await actorFor(['license:read']), { type: 'endUser', id: null })
    const seen = await client.get(`/v1/dashboard/licenses/${id}/events`).bearerToken(merchant.token)
    assert.deepEqual(seen.body().data.events[0].actor, actor)
  })
})
