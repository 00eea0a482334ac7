import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { createExchanger, outcome } from '#tests/testkit/exchanges'

const ME = '/v1/enduser/me'
const address = () => `${newId()}@example.net`
const set = (change: string, id: string) =>
  rows(db.connection(), `update end_users set ${change} where id = ?`, [id])
const stored = (id: string) =>
  firstRow<{ email: string | null; proved: boolean; externalId: string | null }>(
    db.connection(),
    `select email, email_verified_at is not null as proved, external_id as "externalId" from end_users where id = ?`,
    [id]
  )
const trailOf = (orgId: string, id: string) =>
  rows<{ action: string; actor: string }>(
    db.connection(),
    `select action, actor_type as actor from audit_entries where org_id = ? and subject_id = ? order by id`,
    [orgId, id]
  )
const eventsOf = (orgId: string, id: string) =>
  rows<{ name: string; data: { fields?: string[] } }>(
    db.connection(),
    `select name, data from outbox_events where org_id = ? and data->>'endUserId' = ? order by id`,
    [orgId, id]
  )

/** contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('exchange: whom it signs in', () => {
  test('makes an end user, and finds them again by externalId, by both routes', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger()
    for (const go of [exchange, sync]) {
      const externalId = newId()
      const email = address()
      const first = await go({
        externalId,
        email: email.toUpperCase(),
        emailVerified: true,
        firstName: 'Ada',
      })
      assert.equal(first.status, 201)
      const { endUser, created, tokens, claimed, portalLink } = first.body.data
      assert.containsSubset(endUser, { externalId, email, emailVerified: true, firstName: 'Ada' })
      assert.deepEqual([created, claimed, portalLink], [true, [], null])
      const me = await call('GET', ME, { token: tokens.accessToken })
      assert.deepEqual(me.body.data.endUser, endUser)
      const claims = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1], 'base64url').toString())
      assert.deepEqual([claims.prd, claims.amr], [merchant.productId, ['exchange']])

      const again = await go({ externalId, lastName: 'Lovelace' })
      assert.equal(again.status, 200)
      assert.isFalse(again.body.data.created)
      assert.containsSubset(again.body.data.endUser, {
        id: endUser.id,
        email,
        emailVerified: true,
        firstName: 'Ada',
        lastName: 'Lovelace',
      })
      assert.equal((await go({ externalId, lastName: 'Lovelace' })).status, 200)
      assert.deepEqual(await trailOf(merchant.orgId, endUser.id), [
        { action: 'end_user.created', actor: 'apiKey' },
        { action: 'end_user.updated', actor: 'apiKey' },
      ])
      const events = await eventsOf(merchant.orgId, endUser.id)
      assert.deepEqual(
        events.map(({ name, data }) => [name, data.fields]),
        [
          ['end_user.created', undefined],
          ['end_user.updated', ['lastName']],
        ]
      )
    }
  })

  test('fields that are sent replace, those left out stay, null takes away', async ({ assert }) => {
    const { exchange } = await createExchanger()
    const externalId = newId()
    const whole = { username: newId(), firstName: 'Ada', lastName: 'L', locale: 'de', metadata: { a: 1 } }
    const { id } = (await exchange({ externalId, ...whole })).body.data.endUser
    const { endUser } = (await exchange({ externalId, locale: 'pt-BR', lastName: null })).body.data
    assert.containsSubset(endUser, { id, username: whole.username, firstName: 'Ada', lastName: null })
    assert.equal(endUser.locale, 'pt-BR')
    await exchange({ externalId, metadata: { b: 2 } })
    const { metadata } = (await firstRow<{ metadata: object }>(
      db.connection(),
      `select metadata from end_users where id = ?`,
      [id]
    ))!
    assert.deepEqual(metadata, { b: 2 })
  })

  test('finds by a verified address, and proves an address that was assigned', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    for (const proved of [true, false]) {
      const { id, email } = await createEndUser(merchant, { proved })
      const externalId = newId()
      const { status, body } = await exchange({ externalId, email, emailVerified: true })
      assert.deepEqual([status, body.data.endUser.id], [200, id])
      assert.deepEqual(await stored(id), { email, proved: true, externalId })
    }
    const { id, email } = await createEndUser(merchant)
    assert.equal((await exchange({ email, emailVerified: true })).body.data.endUser.id, id)
  })

  test('proves an address of the end user whom the externalId finds', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const [externalId, email] = [newId(), address()]
    const { id } = (await exchange({ externalId, email })).body.data.endUser
    assert.deepEqual(await stored(id), { email, proved: false, externalId })
    await exchange({ externalId, email, emailVerified: true })
    assert.deepEqual(await stored(id), { email, proved: true, externalId })
    await exchange({ externalId, email, emailVerified: false })
    assert.deepEqual(await stored(id), { email, proved: true, externalId })
    const events = await eventsOf(merchant.orgId, id)
    assert.deepEqual(events[1].data.fields, ['emailVerified'])
    const other = address()
    await exchange({ externalId, email: other })
    assert.deepEqual(await stored(id), { email: other, proved: false, externalId })
  })

  test('an unproved address never links, and is not stored if somebody has it', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    for (const proved of [true, false]) {
      const { id, email } = await createEndUser(merchant, { proved })
      const known = (await exchange({ externalId: newId(), email: address() })).body.data.endUser
      for (const body of [
        { email },
        { email: email.toUpperCase(), emailVerified: false },
        { externalId: newId(), email },
      ]) {
        const answer = await exchange(body)
        assert.equal(answer.status, 201)
        assert.notEqual(answer.body.data.endUser.id, id)
        assert.isNull(answer.body.data.endUser.email)
      }
      const kept = await exchange({ externalId: known.externalId, email })
      assert.containsSubset(kept.body.data.endUser, { id: known.id, email: known.email })
      assert.deepEqual(await stored(id), { email, proved, externalId: null })
    }
  })

  test('a verified address is taken off somebody who merely claimed it', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    for (const known of [true, false]) {
      const email = address()
      const claimer = (await exchange({ externalId: newId(), email })).body.data.endUser
      const externalId = newId()
      const before = known ? (await exchange({ externalId })).body.data.endUser.id : null
      const { status, body } = await exchange({ externalId, email, emailVerified: true })
      const { id } = body.data.endUser
      assert.equal(status, known ? 200 : 201)
      if (known) assert.equal(id, before)
      assert.notEqual(id, claimer.id)
      assert.deepEqual(await stored(id), { email, proved: true, externalId })
      assert.deepEqual(await stored(claimer.id), {
        email: null,
        proved: false,
        externalId: claimer.externalId,
      })
      const trail = await trailOf(merchant.orgId, claimer.id)
      assert.deepEqual(trail.at(-1), { action: 'end_user.address_removed', actor: 'system' })
      assert.deepEqual((await eventsOf(merchant.orgId, claimer.id)).at(-1)!.data.fields, ['email'])
    }
  })

  test('externalId and verified address of two people conflict, naming both', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger()
    const externalId = newId()
    const { id } = (await exchange({ externalId })).body.data.endUser
    for (const proved of [true, false]) {
      const other = await createEndUser(merchant, { proved })
      for (const go of [exchange, sync]) {
        const answer = await go({ externalId, email: other.email, emailVerified: true, firstName: 'Eve' })
        assert.equal(outcome(answer), '409 CONFLICT')
        assert.deepEqual(answer.body.error.details, [
          { field: 'externalId', message: id },
          { field: 'email', message: other.id },
        ])
      }
      assert.deepEqual(await stored(other.id), { email: other.email, proved, externalId: null })
    }
    assert.deepEqual(await stored(id), { email: null, proved: false, externalId })
  })

  test('follows an externalId that a merge has moved', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const [externalId, target] = [newId(), await createEndUser(merchant)]
    const source = (await exchange({ externalId })).body.data
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const merge = { token: merchant.token, body: { fromId: source.endUser.id } }
    assert.equal((await call('POST', `${people}/${target.id}/merge`, merge)).status, 200)
    assert.equal((await exchange({ externalId })).body.data.endUser.id, target.id)
    assert.equal((await call('GET', ME, { token: source.tokens.accessToken })).status, 401)
  })

  test('refuses the banned, by either name, and changes nothing', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger()
    const { id, email } = await createEndUser(merchant)
    const externalId = newId()
    await set(`banned_at = now(), external_id = '${externalId}'`, id)
    for (const go of [exchange, sync]) {
      assert.equal(outcome(await go({ externalId, firstName: 'Eve' })), '403 USER_BANNED')
      assert.equal(outcome(await go({ email, emailVerified: true })), '403 USER_BANNED')
    }
    const row = await firstRow<{ name: string | null; sessions: number }>(
      db.connection(),
      `select first_name as name, (select count(*)::int from end_user_sessions s where s.end_user_id = u.id) as sessions
       from end_users u where id = ?`,
      [id]
    )
    assert.deepEqual(row, { name: null, sessions: 0 })
  })
})
