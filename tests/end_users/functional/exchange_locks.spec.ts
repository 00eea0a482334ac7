import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import EraseDueEndUsers from '#end_users/actions/erase_due_end_users'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { knock } from '#tests/testkit/doors'
import { createEndUser, signIn } from '#tests/testkit/end_users'
import { createExchanger } from '#tests/testkit/exchanges'
import { meeting } from '#tests/testkit/meeting'

/** Somebody who only claimed their address, with an open invite to it, and an exchange that takes the address off them. */
async function stage() {
  const { merchant, exchange } = await createExchanger()
  const claimer = await createEndUser(merchant, { proved: false })
  const { accessToken } = await signIn(claimer)
  const invite = newSecret()
  await rows(
    db.connection(),
    `insert into end_user_invites (id, org_id, email, end_user_id, token_hash, license_ids, created_at, expires_at)
     values (?, ?, ?, ?, ?, '{}', now(), now() + interval '7 days')`,
    [newId(), merchant.orgId, claimer.email, claimer.id, hashSecret(invite)]
  )
  const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
  const asMerchant = (method: string, path: string, body?: object) =>
    call(method, `${people}/${path}`, { token: merchant.token, body })
  const prove = () => exchange({ externalId: newId(), email: claimer.email, emailVerified: true })
  return { merchant, claimer, accessToken, invite, asMerchant, prove }
}

type Scene = Awaited<ReturnType<typeof stage>>

/** What locks the invites of an end user before the end user. */
const OTHERS = {
  'an acceptance': ({ invite }: Scene) => knock('invites/accept', { token: invite }),
  'a ban': ({ asMerchant, claimer }: Scene) => asMerchant('POST', `${claimer.id}/ban`, {}),
  'a sign-out': ({ asMerchant, claimer }: Scene) => asMerchant('POST', `${claimer.id}/sign-out`, {}),
  'a sign-out by the end user': ({ accessToken }: Scene) =>
    call('DELETE', '/v1/enduser/me/sessions', { token: accessToken, body: {} }),
  'an erasure': ({ asMerchant, claimer }: Scene) => asMerchant('DELETE', claimer.id),
  'a merge': async ({ asMerchant, claimer, merchant }: Scene) => {
    const { id } = await createEndUser(merchant)
    return asMerchant('POST', `${id}/merge`, { fromId: claimer.id })
  },
}

/** contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('an exchange that takes an address off who only claimed it', () => {
  test('and {$self} take their locks in one order')
    .with(Object.keys(OTHERS) as (keyof typeof OTHERS)[])
    .run(async ({ assert }, name) => {
      const scene = await stage()
      const lock = `select from end_users where id = '${scene.claimer.id}' for update`
      const answers = await meeting(lock, scene.prove, () => OTHERS[name](scene))
      for (const { status, body } of answers) assert.isBelow(status, 300, JSON.stringify(body.error))
    })

  test('waits for an erasure whose time has come, and does not make it wait for its next run', async ({
    assert,
  }) => {
    const { merchant, claimer, prove } = await stage()
    await rows(db.connection(), `update end_users set erase_at = now() where id = ?`, [claimer.id])
    const erase = await app.container.make(EraseDueEndUsers)
    const lock = `select from end_user_invites where org_id = '${merchant.orgId}' for update`
    const [, proved] = await meeting(lock, () => erase.execute(), prove)
    assert.equal(proved.status, 201)
    const [{ erased }] = await rows<{ erased: boolean }>(
      db.connection(),
      `select erased_at is not null as erased from end_users where id = ?`,
      [claimer.id]
    )
    assert.isTrue(erased)
  })
})
