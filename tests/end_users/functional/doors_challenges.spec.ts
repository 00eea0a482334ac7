import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import StartEndUserChallenge, { type MailedChallenge } from '#end_users/actions/start_end_user_challenge'
import SpendEndUserChallenge from '#end_users/actions/spend_end_user_challenge'
import { endSignIns } from '#end_users/actions/end_sign_ins'
import { rows } from '#kernel/database/sql'
import { AmbientTransaction, transaction, within } from '#kernel/database/unit_of_work'
import { verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { newId } from '#kernel/secrets/ids'
import { liveChallenges, otherCode, startChallenge } from '#tests/testkit/challenges'
import { createEndUser, signIn } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

const spending = new SpendEndUserChallenge()

async function stage(change: Partial<MailedChallenge> = {}) {
  const { orgId } = await createMerchant()
  const email = `${newId()}@example.net`
  return { orgId, email, endUserId: null, purpose: 'sign_in', page: null, ...change } as const
}

const known = async (token: string) => (await spending.ofToken(token))!
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: { code: string }) => error.code
  )

/** contract/09-end-users#92-getting-in */
test.group('challenges of end users', () => {
  test('take the code that was mailed, five tries long, whatever their order', async ({ assert }) => {
    const { challengeToken, code } = await startChallenge(await stage())
    const challenge = await known(challengeToken)
    const tries = await Promise.all(
      [1, 2, 3, 4].map((by) => outcome(spending.proveCode(challenge, otherCode(code, by), Date.now())))
    )
    assert.deepEqual(new Set(tries), new Set(['UNAUTHORIZED']))
    assert.equal(await outcome(spending.proveCode(challenge, code, Date.now())), 'fine')
    assert.equal(await outcome(spending.proveCode(challenge, code, Date.now())), 'UNAUTHORIZED')
  })

  test('count a try even if the request around them is rolled back', async ({ assert }) => {
    const started = await stage()
    const { challengeToken, code } = await startChallenge(started)
    const challenge = await known(challengeToken)
    for (let by = 1; by <= 5; by++) {
      const around = new AmbientTransaction()
      await within(around, async () => {
        await transaction((trx) => rows(trx, 'select 1'))
        assert.equal(
          await outcome(spending.proveCode(challenge, otherCode(code, by), Date.now())),
          'UNAUTHORIZED'
        )
      })
      await around.rollback()
    }
    assert.equal(await outcome(spending.proveCode(challenge, code, Date.now())), 'UNAUTHORIZED')
    assert.equal(await liveChallenges(started.orgId, started.email), 0)
  })

  test('are spent once, by their code or by their link', async ({ assert }) => {
    const { challengeToken, token } = await startChallenge(await stage({ page: 'https://example.com/in' }))
    const byLink = (await spending.ofLink(token))!
    assert.equal(byLink.id, (await known(challengeToken)).id)
    const spend = () => outcome(transaction((trx) => spending.spend(trx, byLink, Date.now())))
    const outcomes = await Promise.all(Array.from({ length: 10 }, spend))
    assert.equal(outcomes.filter((one) => one === 'fine').length, 1)
    assert.equal(outcomes.filter((one) => one === 'UNAUTHORIZED').length, 9)
  })

  test('end after ten minutes', async ({ assert }) => {
    const now = Date.now()
    const { challengeToken, code, expiresAt } = await startChallenge(await stage(), now)
    assert.equal(Date.parse(expiresAt), now + 600_000)
    const challenge = await known(challengeToken)
    assert.equal(await outcome(spending.proveCode(challenge, code, now + 600_000)), 'UNAUTHORIZED')
    const spend = (at: number) => outcome(transaction((trx) => spending.spend(trx, challenge, at)))
    assert.equal(await spend(now + 600_000), 'UNAUTHORIZED')
    assert.equal(await spend(now + 599_999), 'fine')
  })

  test('live three at a time, also if they begin together; another one ends the oldest', async ({
    assert,
  }) => {
    const started = await stage()
    const first = await startChallenge(started, Date.now() - 1000)
    await Promise.all(Array.from({ length: 8 }, () => startChallenge(started)))
    assert.equal(await liveChallenges(started.orgId, started.email), 3)
    const oldest = await known(first.challengeToken)
    assert.equal(await outcome(spending.proveCode(oldest, first.code, Date.now())), 'UNAUTHORIZED')
    const elsewhere = await startChallenge({ ...started, purpose: 'email' })
    assert.isNull((await known(elsewhere.challengeToken)).usedAt)
    assert.equal(await liveChallenges(started.orgId, started.email), 4)
  })

  test('have no mail if their transaction does not commit, and keep no secret in clear', async ({
    assert,
  }) => {
    const started = await stage()
    const failed = transaction(async (trx) => {
      const compose = () => ({ subject: 'Code', text: 'code' })
      await new StartEndUserChallenge().mailed(trx, started, compose, Date.now())
      throw new Error('The process dies here')
    })
    await assert.rejects(() => failed, 'The process dies here')
    assert.lengthOf(await mailsTo(started.email), 0)
    assert.equal(await liveChallenges(started.orgId, started.email), 0)
    const { challengeToken, token, code } = await startChallenge(started)
    const [stored] = await rows<{ row: string }>(
      db.connection(),
      'select c::text as row from end_user_challenges c where org_id = ?',
      [started.orgId]
    )
    for (const secret of [challengeToken, token, `,${code},`]) assert.notInclude(stored.row, secret)
  })
})

test.group('ending the sign-ins of an end user', () => {
  async function signedIn() {
    const customer = await createEndUser(await createMerchant())
    const families: string[] = []
    for (let n = 0; n < 3; n++) {
      families.push((await verifyEndUserToken((await signIn(customer)).accessToken)).sessionId)
    }
    const stage = { ...customer, purpose: 'sign_in', page: null, endUserId: null } as const
    await startChallenge(stage)
    await startChallenge({ ...stage, purpose: 'erasure', endUserId: customer.id })
    const live = async () => {
      const left = await rows<{ family: string }>(
        db.connection(),
        'select family_id as family from end_user_sessions where end_user_id = ? and revoked_at is null',
        [customer.id]
      )
      return families.filter((family) => left.some((one) => one.family === family))
    }
    return { ...customer, families, live }
  }

  test('ends all with their challenges, all but one, or one', async ({ assert }) => {
    const end = (of: { orgId: string; id: string }, which: { except?: string; only?: string }) =>
      transaction((trx) => endSignIns(trx, of.orgId, of.id, which, Date.now()))
    const one = await signedIn()
    assert.equal(await end(one, { only: one.families[1] }), 1)
    assert.deepEqual(await one.live(), [one.families[0], one.families[2]])
    assert.equal(await end(one, { except: one.families[2] }), 1)
    assert.deepEqual(await one.live(), [one.families[2]])
    assert.equal(await liveChallenges(one.orgId, one.email), 2)

    const all = await signedIn()
    assert.equal(await end(all, {}), 3)
    assert.deepEqual(await all.live(), [])
    assert.equal(await liveChallenges(all.orgId, all.email), 0)
    const stranger = await signedIn()
    assert.equal(await end({ orgId: all.orgId, id: stranger.id }, {}), 0)
    assert.lengthOf(await stranger.live(), 3)
  })
})
