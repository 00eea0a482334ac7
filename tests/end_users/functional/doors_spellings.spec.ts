import { domainToASCII } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { startChallenge } from '#tests/testkit/challenges'
import { knock } from '#tests/testkit/doors'
import { createEndUser, openPortal, signIn } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

/** A portal, and an address as it is stored and as somebody typed it at an earlier version. */
async function stage() {
  const merchant = await createMerchant()
  await openPortal(merchant, { registration: 'open' })
  const typed = `bo@münchen-${newId().slice(-12)}.example`
  return { merchant, typed, stored: `bo@${domainToASCII(typed.slice(3))}` }
}

const addressesOf = (orgId: string) =>
  rows<{ id: string; email: string }>(
    db.connection(),
    'select id, email from end_users where org_id = ? order by id',
    [orgId]
  )

test.group('an address that an earlier version mailed as it was typed', () => {
  test('signs in the end user who has it, by the code of that mail', async ({ assert }) => {
    const { merchant, typed, stored } = await stage()
    const { orgId } = merchant
    const { id } = await createEndUser(merchant, { email: stored, proved: false })
    const { challengeToken, code } = await startChallenge({
      ...{ orgId, purpose: 'sign_in', email: typed, endUserId: null, page: null },
    })
    const answer = await knock('code/verify', { challengeToken, code })
    assert.containSubset(answer.body.data, { created: false, endUser: { id, emailVerified: true } })
    assert.deepEqual(await addressesOf(orgId), [{ id, email: stored }])
  })

  test('becomes the new address of an end user in its one spelling', async ({ assert }) => {
    const { merchant, typed, stored } = await stage()
    const { orgId } = merchant
    const { id } = await createEndUser(merchant)
    const { accessToken: token } = await signIn({ id, orgId })
    const { challengeToken, code } = await startChallenge({
      ...{ orgId, purpose: 'email', email: typed, endUserId: id, page: null },
    })
    const body = { challengeToken, code }
    assert.equal((await call('POST', '/v1/enduser/me/email/confirm', { token, body })).status, 200)
    assert.deepEqual(await addressesOf(orgId), [{ id, email: stored }])
  })

  test('is that of the end user who accepts an invite to it', async ({ assert }) => {
    const { merchant, typed, stored } = await stage()
    const { orgId } = merchant
    const { id } = await createEndUser(merchant, { email: stored, proved: false })
    const token = newSecret()
    await rows(
      db.connection(),
      `insert into end_user_invites (id, org_id, email, token_hash, license_ids, created_at, expires_at)
       values (?, ?, ?, ?, '{}', now(), now() + interval '7 days')`,
      [newId(), orgId, typed, hashSecret(token)]
    )
    const answer = await knock('invites/accept', { token })
    assert.containSubset(answer.body.data, { created: false, endUser: { id, emailVerified: true } })
    assert.deepEqual(await addressesOf(orgId), [{ id, email: stored }])
  })
})
