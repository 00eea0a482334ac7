import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

const change = (token: string, body: object) => call('PATCH', '/v1/enduser/me', { token, body })
const eventsOf = (orgId: string) =>
  rows<{ data: { endUserId: string; fields: string[] } }>(
    db.connection(),
    `select data from outbox_events where org_id = ? and name = 'end_user.updated' order by id`,
    [orgId]
  )

/** contract/09-end-users#94-the-end-user-himself-eu */
test.group('the own profile', () => {
  test('changes what is sent, tells of it once, and clears a field by null', async ({ assert }) => {
    const { token, orgId, id, email } = await createCustomer(await createMerchant())
    const fields = { firstName: 'Ada', lastName: 'Byron', username: 'ada', locale: 'en-GB' }
    const answer = await change(token, { ...fields, marketingConsent: true })
    assert.equal(answer.status, 200)
    assert.containSubset(answer.body.data.endUser, { id, email, ...fields, marketingConsent: true })
    assert.equal((await change(token, { ...fields })).status, 200)
    const cleared = await change(token, { username: null })
    assert.containSubset(cleared.body.data.endUser, { ...fields, username: null })
    const told = (await eventsOf(orgId)).map(({ data }) => data)
    assert.lengthOf(told, 2)
    assert.sameMembers(told[0].fields, [...Object.keys(fields), 'marketingConsent'])
    assert.deepEqual(told[1], { endUserId: id, fields: ['username'] })
  })

  test('refuses bad values and every field that is not its own', async ({ assert }) => {
    const { token, orgId } = await createCustomer(await createMerchant())
    const bad = [
      { email: 'else@example.net' },
      { externalId: 'x' },
      { metadata: {} },
      { banned: false },
      { locale: 'english please' },
      { marketingConsent: 'yes' },
      { username: '' },
      { firstName: 'a\nb' },
    ]
    for (const body of bad) {
      const answer = await change(token, body)
      assert.equal(answer.body.error?.code, 'VALIDATION_ERROR', JSON.stringify(body))
    }
    assert.lengthOf(await eventsOf(orgId), 0)
  })

  test('of people who race for one username one gets it, and another org has its own', async ({ assert }) => {
    const merchant = await createMerchant()
    const people = [await createCustomer(merchant), await createCustomer(merchant)]
    const username = newId()
    const answers = await Promise.all(people.map(({ token }) => change(token, { username })))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 409])
    const refused = answers.find(({ status }) => status === 409)!.body.error
    assert.equal(refused.code, 'CONFLICT')
    assert.equal(refused.details![0].field, 'username')
    const elsewhere = await createCustomer(await createMerchant())
    assert.equal((await change(elsewhere.token, { username })).status, 200)
  })
})
