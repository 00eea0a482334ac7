import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { liveChallenges, mailedProof } from '#tests/testkit/challenges'
import { commitTrap } from '#tests/testkit/commit_trap'
import { knock } from '#tests/testkit/doors'
import { createEndUser, openPortal } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { startServer } from '#tests/testkit/servers'

/** Occurs in the transaction of a mailed code, and in no other transaction of that server. */
const MARKER = 'insert into mails'

/** Requests a code from a server that is killed at its commit. Returns null, because the server sends no answer. */
async function askAndKill(orgId: string, email: string, moment: 'before' | 'after') {
  const trap = await commitTrap(databaseUrl(), MARKER, moment)
  try {
    const server = await startServer({ DATABASE_URL: trap.url })
    const answer = call('POST', '/v1/enduser/auth/code', { base: server.base, body: { orgId, email } }).catch(
      () => null
    )
    await Promise.race([trap.caught, answer])
    await server.kill('SIGKILL')
    return await answer
  } finally {
    await trap.close()
  }
}

async function scene() {
  const merchant = await createMerchant()
  await openPortal(merchant)
  const { email } = await createEndUser(merchant, { email: `${newId()}@example.net` })
  return { orgId: merchant.orgId, email }
}

/** contract/09-end-users#92-getting-in */
test.group('a server killed between a code and its mail', (group) => {
  // Codes and mails are rows of Postgres, wherever the queues are.
  group.tap((test) => test.tags(['@once']))

  test('before the commit there is neither; who asks again gets in', async ({ assert }) => {
    const { orgId, email } = await scene()
    assert.isNull(await askAndKill(orgId, email, 'before'))
    assert.isEmpty(await mailsTo(email))
    assert.equal(await liveChallenges(orgId, email), 0)
  })

  test('after the commit there are both, and the link of the mail opens without the answer', async ({
    assert,
  }) => {
    const { orgId, email } = await scene()
    assert.isNull(await askAndKill(orgId, email, 'after'))
    assert.lengthOf(await mailsTo(email), 1)
    assert.equal(await liveChallenges(orgId, email), 1)
    const { token } = await mailedProof(email)
    assert.equal((await knock('link/verify', { token })).status, 200)
  })
})
