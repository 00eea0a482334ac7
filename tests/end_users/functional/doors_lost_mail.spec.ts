import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { knock } from '#tests/testkit/doors'
import { createCustomer } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

/** Lets no challenge be stored while `work` runs. */
async function withoutChallenges(work: () => Promise<void>) {
  await rows(db.connection(), 'alter table end_user_challenges add constraint away check (false) not valid')
  try {
    await work()
  } finally {
    await rows(db.connection(), 'alter table end_user_challenges drop constraint away')
  }
}

const ASKS = {
  'to sign in': (orgId: string, email: string) => knock('code', { orgId, email }),
  'for a new address': (_orgId: string, email: string, token: string) =>
    call('POST', '/v1/enduser/me/email', { token, body: { email } }),
}

/** contract/09-end-users#98-abuse */
test.group('the one mail a minute', () => {
  test('is not used up by a call that failed and mailed nothing: a code {$self}')
    .with(Object.keys(ASKS) as (keyof typeof ASKS)[])
    .run(async ({ assert }, what) => {
      const merchant = await createMerchant()
      const customer = await createCustomer(merchant)
      const email = what === 'to sign in' ? customer.email : `${newId()}@example.net`
      const ask = () => ASKS[what](merchant.orgId, email, customer.token)
      await withoutChallenges(async () => assert.isAtLeast((await ask()).status, 500))
      for (const { status } of [await ask(), await ask()]) assert.equal(status, 202)
      assert.lengthOf(await mailsTo(email), 1)
    })
})
