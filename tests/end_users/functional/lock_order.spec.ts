import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { askForCode, knock } from '#tests/testkit/doors'
import { createCustomer, createEndUser, type Customer } from '#tests/testkit/end_users'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { lockWaits } from '#tests/testkit/lock_waits'
import { until } from '#tests/testkit/wait'

type Scene = { merchant: Merchant; customer: Customer }

const asMerchant = ({ merchant, customer }: Scene, what: string, body: object = {}) =>
  call('POST', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${customer.id}/${what}`, {
    token: merchant.token,
    body,
  })

/** Actions that end the challenges of an end user. */
const ENDS = {
  'a ban': (scene: Scene) => asMerchant(scene, 'ban'),
  'a sign-out by the merchant': (scene: Scene) => asMerchant(scene, 'sign-out'),
  'a merge': async ({ merchant, customer }: Scene) => {
    const target = await createEndUser(merchant)
    return asMerchant({ merchant, customer: { ...customer, ...target } }, 'merge', { fromId: customer.id })
  },
  'an erasure': ({ merchant, customer }: Scene) =>
    call('DELETE', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${customer.id}`, {
      token: merchant.token,
    }),
  'a sign-out by the end user': ({ customer }: Scene) =>
    call('DELETE', '/v1/enduser/me/sessions', { token: customer.token, body: {} }),
  'an invite with a new password': async ({ merchant, customer }: Scene) => {
    const token = newSecret()
    await rows(
      db.connection(),
      `insert into end_user_invites (id, org_id, email, token_hash, license_ids, created_at, expires_at)
       values (?, ?, ?, ?, '{}', now(), now() + interval '7 days')`,
      [newId(), merchant.orgId, customer.email, hashSecret(token)]
    )
    return knock('invites/accept', { token, password: PASSWORD })
  },
  'a fourth code for an erasure, which ends the first': ({ customer }: Scene) =>
    call('POST', '/v1/enduser/me/erasure', { token: customer.token, body: {} }),
}

/** As many codes for an erasure as can be valid at a time. */
const threeErasures = ({ id, orgId, email }: Customer) =>
  rows(
    db.connection(),
    `insert into end_user_challenges (id, org_id, end_user_id, purpose, email, created_at, expires_at)
     select gen_random_uuid(), ?, ?, 'erasure', ?, now(), now() + interval '10 minutes' from generate_series(1, 3)`,
    [orgId, id, email]
  )

const acceptedInvite = ({ id, orgId, email }: Customer) =>
  rows(
    db.connection(),
    `insert into end_user_invites (id, org_id, end_user_id, email, token_hash, license_ids, created_at, expires_at, accepted_at)
     values (?, ?, ?, ?, ?, '{}', now(), now() + interval '7 days', now())`,
    [newId(), orgId, id, email, hashSecret(newSecret())]
  )

/** contract/09-end-users#92-getting-in */
test.group('a door and what ends its challenges', () => {
  test('take their locks in one order, so neither waits for the other for ever: {$self}')
    .with(Object.keys(ENDS) as (keyof typeof ENDS)[])
    .run(async ({ assert, cleanup }, name) => {
      const merchant = await createMerchant()
      const customer = await createCustomer(merchant, { signIn: { password: true }, erasure: 'self' })
      await askForCode(merchant.orgId, customer.email)
      await threeErasures(customer)
      // A door in the middle of its work: it has locked its challenge and will lock the end user next.
      const door = await db.transaction()
      cleanup(async () => {
        if (!door.isCompleted) await door.rollback()
      })
      await rows(
        door,
        `select id from end_user_challenges where org_id = ? and email = ? and used_at is null for update`,
        [merchant.orgId, customer.email]
      )
      const ending = ENDS[name]({ merchant, customer })
      await until('the other to wait', () =>
        firstRow(
          db.connection(),
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
             and query like '%end_user_challenges%'`
        )
      )
      await rows(door, `select id from end_users where id = ? for no key update nowait`, [customer.id])
      await door.commit()
      assert.oneOf((await ending).status, [200, 202])
    })

  test('two that end challenges take turns, although a code was asked for after the first: {$self}')
    .with(['a sign-out by the merchant', 'an erasure', 'an invite with a new password'] as const)
    .run(async ({ assert, cleanup }, name) => {
      const merchant = await createMerchant()
      const customer = await createCustomer(merchant, { signIn: { password: true } })
      await acceptedInvite(customer)
      const holder = await db.transaction()
      cleanup(async () => {
        if (!holder.isCompleted) await holder.rollback()
      })
      await rows(holder, `select id from end_users where id = ? for no key update`, [customer.id])
      const first = asMerchant({ merchant, customer }, 'ban')
      await lockWaits(1, '%end_users%')
      await askForCode(merchant.orgId, customer.email)
      const second = ENDS[name]({ merchant, customer })
      await lockWaits(2)
      await holder.rollback()
      const answers = await Promise.all([first, second])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, name === 'an invite with a new password' ? 403 : 200]
      )
    })
})
