import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createEndUser, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'

type Credential = { token?: string; apiKey?: string }
type Family = { name: string; base: string; credential: Credential }

/** Both families of routes over the end users of a merchant. */
async function families(merchant: Merchant): Promise<Family[]> {
  const { key } = await createApiKey(merchant, ['end_user:read', 'end_user:write'])
  const base = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
  return [
    { name: 'dashboard', base, credential: { token: merchant.token } },
    { name: 'keyed', base: '/v1/end-users', credential: { apiKey: key } },
  ]
}

/** contract/09-end-users#96-the-merchants-side */
test.group('end users, for merchants', () => {
  test('are made, read, changed and listed, by users and keys alike', async ({ assert }) => {
    const merchant = await createMerchant()
    for (const { name, base, credential } of await families(merchant)) {
      const email = `Jane.${name}@Example.com`
      const person = { email, externalId: `c-${name}`, firstName: 'Jane', metadata: { tier: 1 } }
      const made = await call('POST', base, { ...credential, body: person })
      assert.equal(made.status, 201)
      const { endUser } = made.body.data
      assert.containSubset(endUser, {
        ...{ ...person, email: email.toLowerCase(), emailVerified: false, username: null, banned: false },
        ...{ licenseCount: 0, sessions: [], banReason: null, mergedInto: null, erasedAt: null },
      })
      const path = `${base}/${endUser.id}`
      assert.deepEqual((await call('GET', path, credential)).body.data.endUser, endUser)
      const patch = { username: 'jane', firstName: null, locale: 'de', marketingConsent: true }
      const changed = await call('PATCH', path, {
        ...credential,
        body: { ...patch, username: `jane-${name}` },
      })
      assert.containSubset(changed.body.data.endUser, {
        ...patch,
        username: `jane-${name}`,
        email: endUser.email,
      })
      const listed = (await call('GET', `${base}?search=jane-${name}`, credential)).body.data.endUsers
      assert.deepEqual(
        listed.map(({ id }: { id: string }) => id),
        [endUser.id]
      )
    }
  })

  test('an event and a line of the audit log go with each change, and with nothing else', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    const [{ base, credential }] = await families(merchant)
    const { id } = (await call('POST', base, { ...credential, body: { username: 'jo' } })).body.data.endUser
    await call('PATCH', `${base}/${id}`, { ...credential, body: { lastName: 'Low', username: 'jo' } })
    await call('PATCH', `${base}/${id}`, { ...credential, body: { lastName: 'Low' } })
    const events = await rows<{ name: string; data: unknown }>(
      db.connection(),
      `select name, data from outbox_events where org_id = ? and name like 'end_user.%' order by id`,
      [orgId]
    )
    assert.deepEqual(events, [
      { name: 'end_user.created', data: { endUserId: id } },
      { name: 'end_user.updated', data: { endUserId: id, fields: ['lastName'] } },
    ])
    const trail = await rows<{ action: string; data: unknown }>(
      db.connection(),
      `select action, data from audit_entries where org_id = ? and subject_id = ? order by id`,
      [orgId, id]
    )
    assert.deepEqual(trail, [
      { action: 'end_user.created', data: {} },
      { action: 'end_user.updated', data: { fields: ['lastName'] } },
    ])
  })

  test('two have no name in common, however they race', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ base, credential }] = await families(merchant)
    const create = (body: object) => call('POST', base, { ...credential, body })
    const racing = await Promise.all(Array.from({ length: 6 }, () => create({ email: 'same@example.com' })))
    assert.equal(racing.filter(({ status }) => status === 201).length, 1)
    for (const { status, body } of racing) if (status !== 201) assert.equal(body.error.code, 'CONFLICT')
    await create({ username: 'same', externalId: 'same' })
    for (const [field, value] of Object.entries({
      email: 'Same@example.com',
      username: 'same',
      externalId: 'same',
    })) {
      const { error } = (await create({ [field]: value })).body
      assert.equal(error.code, 'CONFLICT')
      assert.equal(error.details![0].field, field)
      const { id } = (await create({ username: newId() })).body.data.endUser
      const patched = await call('PATCH', `${base}/${id}`, { ...credential, body: { [field]: value } })
      assert.equal(patched.body.error.code, 'CONFLICT')
    }
    const stranger = await createMerchant()
    const [elsewhere] = await families(stranger)
    const body = { email: 'same@example.com' }
    assert.equal((await call('POST', elsewhere.base, { ...elsewhere.credential, body })).status, 201)
  })

  test('another address is unproved, the same one stays proved', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ base, credential }] = await families(merchant)
    const { id, email } = await createEndUser(merchant)
    const patch = async (body: object) =>
      (await call('PATCH', `${base}/${id}`, { ...credential, body })).body.data.endUser
    assert.isTrue((await patch({ email: email.toUpperCase(), firstName: 'Jo' })).emailVerified)
    assert.isFalse((await patch({ email: `${newId()}@example.com` })).emailVerified)
  })

  test('are out of reach for other orgs, and unknown ones are not found', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    const { id } = await createEndUser(merchant)
    for (const { base, credential } of await families(stranger)) {
      for (const one of [id, newId()]) {
        assert.equal((await call('GET', `${base}/${one}`, credential)).body.error.code, 'NOT_FOUND')
        for (const [method, path, body] of [
          ['PATCH', one, { firstName: 'X' }],
          ['POST', `${one}/ban`, {}],
          ['POST', `${one}/unban`, {}],
          ['POST', `${one}/sign-out`, {}],
        ] as const) {
          const answer = await call(method, `${base}/${path}`, { ...credential, body })
          assert.equal(answer.body.error.code, 'USER_NOT_FOUND', `${method} ${path}`)
        }
      }
    }
  })

  test('who was merged or erased is shown by id, never listed, and cannot be changed', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ base, credential }] = await families(merchant)
    for (const change of ['merged_into = id', 'erased_at = now()']) {
      const { id } = await createEndUser(merchant)
      await rows(db.connection(), `update end_users set ${change} where id = ?`, [id])
      assert.equal((await call('GET', `${base}/${id}`, credential)).status, 200)
      const listed = (await call('GET', base, credential)).body.data.endUsers
      assert.notInclude(JSON.stringify(listed), id)
      for (const path of ['', '/ban', '/unban', '/sign-out']) {
        const method = path === '' ? 'PATCH' : 'POST'
        const body = path === '' ? { firstName: 'X' } : {}
        const answer = await call(method, `${base}/${id}${path}`, { ...credential, body })
        assert.equal(answer.body.error.code, 'CONFLICT', `${change} ${path}`)
      }
    }
  })

  test('bad fields are named and change nothing')
    .with([
      { body: {}, field: 'email' },
      { body: { email: 'nobody' }, field: 'email' },
      { body: { email: 'a@example.com', metadata: [] }, field: 'metadata' },
      { body: { email: 'a@example.com', locale: 'not a locale' }, field: 'locale' },
      { body: { username: 'x'.repeat(101) }, field: 'username' },
      { body: { externalId: '' }, field: 'externalId' },
      { body: { email: 'a@example.com', firstName: 'http://x.example' }, field: 'firstName' },
      { body: { email: 'a@example.com', nickname: 'x' }, field: 'nickname' },
    ])
    .run(async ({ assert }, { body, field }) => {
      const merchant = await createMerchant()
      const [{ base, credential }] = await families(merchant)
      const { error } = (await call('POST', base, { ...credential, body })).body
      assert.equal(error.code, 'VALIDATION_ERROR')
      assert.equal(error.details![0].field, field)
      assert.deepEqual((await call('GET', base, credential)).body.data.endUsers, [])
    })
})

/** contract/09-end-users#96-the-merchants-side */
test.group('the list of end users', () => {
  test('is searched by how names begin, in any case, hostile patterns included', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ base, credential }] = await families(merchant)
    const people = [
      { email: 'ann@example.com', firstName: 'Ann', lastName: 'Miller' },
      { username: 'Mill_er' },
      { externalId: '100%' },
      { email: 'zoe@miller.example' },
    ]
    for (const body of people) await call('POST', base, { ...credential, body })
    const found = async (search: string) => {
      const { body } = await call('GET', `${base}?search=${encodeURIComponent(search)}`, credential)
      return body.data.endUsers.map(
        (one: Record<string, string>) => one.email ?? one.username ?? one.externalId
      )
    }
    assert.sameMembers(await found('MILL'), ['ann@example.com', 'Mill_er'])
    assert.deepEqual(await found('ann m'), ['ann@example.com'])
    assert.deepEqual(await found('mill_'), ['Mill_er'])
    assert.deepEqual(await found('100%'), ['100%'])
    for (const none of ['%', '_', '\\', 'iller', '%mill']) assert.deepEqual(await found(none), [], none)
    assert.lengthOf(await found('  '), people.length)
  })

  test('is filtered by ban, address and product, and pages in order', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ base, credential }] = await families(merchant)
    const [owner, banned] = [await createEndUser(merchant), await createEndUser(merchant)]
    const { id: nameless } = (await call('POST', base, { ...credential, body: { username: 'x' } })).body.data
      .endUser
    const [license] = await seedLicenses(merchant, 1)
    await own(owner, license.id)
    await call('POST', `${base}/${banned.id}/ban`, { ...credential, body: {} })
    const ids = async (query: string) =>
      (await call('GET', `${base}?${query}`, credential)).body.data.endUsers.map(
        ({ id }: { id: string }) => id
      )
    assert.deepEqual(await ids('banned=true'), [banned.id])
    assert.deepEqual(await ids('hasEmail=false'), [nameless])
    assert.deepEqual(await ids(`productId=${merchant.productId}`), [owner.id])
    assert.deepEqual(await ids(`productId=${newId()}`), [])
    const first = (await call('GET', `${base}?limit=2`, credential)).body.data
    const rest = (await call('GET', `${base}?limit=2&cursor=${first.nextCursor}`, credential)).body.data
    const all = [...first.endUsers, ...rest.endUsers].map(({ id }) => id)
    assert.deepEqual(all, [owner.id, banned.id, nameless].toSorted().toReversed())
    assert.isNull(rest.nextCursor)
  })
})
