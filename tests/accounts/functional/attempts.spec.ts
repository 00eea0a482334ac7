import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import AnswerChallenge from '#accounts/actions/answer_challenge'
import ForgetPassword from '#accounts/actions/forget_password'
import Register from '#accounts/actions/register'
import SignIn from '#accounts/actions/sign_in'
import type { Challenge } from '#accounts/actions/start_challenge'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { mailedToken, mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { enableTotp, totpCode } from '#tests/testkit/totp'

/** Addresses of one subscriber of an internet provider: any number of them in one /64. */
function oneNetwork() {
  const block = newId().slice(-12)
  let last = 0
  return () => `2001:db8:${block.slice(0, 4)}:${block.slice(4, 8)}::${(++last).toString(16)}`
}

/** The outcome of an attempt, as the code that the caller would get. */
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'OK',
    (error: { reason?: string; message: string }) => error.reason ?? error.message
  )

/** Runs attempts one after the other. */
async function inTurn(count: number, attempt: () => Promise<unknown>): Promise<string[]> {
  const outcomes = []
  for (let one = 0; one < count; one++) outcomes.push(await outcome(attempt()))
  return outcomes
}

/** A client at an address. */
const from = (ip: string) => ({ ip, userAgent: null })

test.group('attempts from one /64 count together', () => {
  test('guesses of a password', async ({ assert }) => {
    using _ = lowered({ loginPer15Minutes: 2 })
    const signIn = await app.container.make(SignIn)
    const { email } = await createMerchant()
    const ip = oneNetwork()
    const guesses = await inTurn(4, () => signIn.execute(email, 'a wrong password', from(ip())))
    assert.deepEqual(guesses, ['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED', 'RATE_LIMITED'])
    assert.equal(await outcome(signIn.execute(email, PASSWORD, from(oneNetwork()()))), 'OK')
  })

  test('sign-ups', async ({ assert }) => {
    using _ = lowered({ signupPerHour: 2 })
    const register = await app.container.make(Register)
    const ip = oneNetwork()
    const person = () => ({ email: `${newId()}@example.com`, password: PASSWORD })
    const signUps = await inTurn(3, () => register.execute(person(), from(ip())))
    assert.deepEqual(signUps, ['OK', 'OK', 'RATE_LIMITED'])
  })

  test('forgotten passwords', async ({ assert }) => {
    using _ = lowered({ passwordResetPerHour: 2 })
    const forget = await app.container.make(ForgetPassword)
    const ip = oneNetwork()
    const asked = await inTurn(3, () => forget.execute(`${newId()}@example.com`, ip()))
    assert.deepEqual(asked, ['OK', 'OK', 'RATE_LIMITED'])
  })
})

test.group('wrong passwords for one account, from everywhere', () => {
  /** A sign-in that records its pauses instead of waiting. */
  async function withPauses() {
    const pauses: number[] = []
    class Noting extends SignIn {
      protected override async pause(ms: number) {
        pauses.push(ms)
      }
    }
    return { pauses, signIn: await app.container.make(Noting) }
  }

  test('make signing in slower and are told by one mail; nobody is locked out', async ({ assert }) => {
    using _ = lowered({ loginFailuresPerDay: 3 })
    const { pauses, signIn } = await withPauses()
    const { email } = await createMerchant()
    const guess = () => outcome(signIn.execute(email, 'a wrong password', from(oneNetwork()())))
    for (let one = 0; one < 3; one++) assert.equal(await guess(), 'UNAUTHORIZED')
    assert.deepEqual(pauses, [])
    assert.lengthOf(await mailsTo(email), 0)
    for (let one = 0; one < 3; one++) assert.equal(await guess(), 'UNAUTHORIZED')
    assert.lengthOf(pauses, 3)
    assert.lengthOf(await mailsTo(email), 1)
    assert.match((await mailsTo(email))[0].subject, /guess your password/)
    assert.equal(await outcome(signIn.execute(email, PASSWORD, from(oneNetwork()()))), 'OK')
    assert.lengthOf(pauses, 4)
  })

  test('at the same time are counted too, and an unknown address is slower alike', async ({ assert }) => {
    using _ = lowered({ loginFailuresPerDay: 3 })
    const { pauses, signIn } = await withPauses()
    for (const email of [(await createMerchant()).email, `${newId()}@example.com`]) {
      pauses.length = 0
      const guesses = Array.from({ length: 8 }, () =>
        signIn.execute(email, 'wrong wrong', from(oneNetwork()()))
      )
      await Promise.allSettled(guesses)
      assert.lengthOf(pauses, 5)
    }
  })

  test('successes do not count', async ({ assert }) => {
    using _ = lowered({ loginFailuresPerDay: 2 })
    const { pauses, signIn } = await withPauses()
    const { email } = await createMerchant()
    for (let one = 0; one < 4; one++) await signIn.execute(email, PASSWORD, from(oneNetwork()()))
    assert.deepEqual(pauses, [])
  })
})

test.group('forgotten passwords of one mailbox', () => {
  test('strangers who ask use up no answer: 200 for all, and one more mail in ten minutes', async ({
    assert,
  }) => {
    using _ = lowered({ passwordResetPerHour: 2 })
    const forget = await app.container.make(ForgetPassword)
    const { email } = await createMerchant()
    for (let stranger = 0; stranger < 2; stranger++) await forget.execute(email, oneNetwork()())
    assert.lengthOf(await mailsTo(email), 2)
    const body = { email }
    const owner = await call('POST', '/v1/auth/forgot-password', { body })
    assert.equal(owner.status, 200)
    assert.lengthOf(await mailsTo(email), 3)
    assert.equal(await outcome(forget.execute(email, oneNetwork()())), 'OK')
    assert.lengthOf(await mailsTo(email), 3)
    const token = await mailedToken(email, 'new password')
    const reset = { token, password: 'another fine phrase' }
    assert.equal((await call('POST', '/v1/auth/reset-password', { body: reset })).status, 200)
  })
})

test.group('codes of the second factor', () => {
  async function withTotp() {
    const merchant = await createMerchant()
    const factor = await enableTotp(merchant)
    const signIn = await app.container.make(SignIn)
    const answer = await app.container.make(AnswerChallenge)
    const tryCode = async (code: string, password = PASSWORD) => {
      const ip = oneNetwork()()
      const { challengeToken } = (await signIn.execute(merchant.email, password, from(ip))) as Challenge
      return outcome(answer.execute(challengeToken, code, from(ip)))
    }
    return { ...merchant, ...factor, tryCode }
  }

  test('who has the password uses up the tries, not the backup codes, and the owner gets one mail', async ({
    assert,
  }) => {
    using _ = lowered({ totpPer15Minutes: 2 })
    const { email, secret, backupCodes, tryCode } = await withTotp()
    const wrong = await totpCode(secret, 100)
    const tries = [await tryCode(wrong), await tryCode(wrong), await tryCode(wrong), await tryCode(wrong)]
    assert.deepEqual(tries, ['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED', 'RATE_LIMITED'])
    const mails = (await mailsTo(email)).filter(({ subject }) => subject.includes('may know your password'))
    assert.lengthOf(mails, 1)
    assert.equal(await tryCode(backupCodes[0]), 'OK')
    assert.equal(await tryCode(wrong), 'RATE_LIMITED')
  })

  test('a new password gives the tries back', async ({ assert }) => {
    using _ = lowered({ totpPer15Minutes: 1 })
    const { email, secret, tryCode } = await withTotp()
    const wrong = await totpCode(secret, 100)
    assert.equal(await tryCode(wrong), 'UNAUTHORIZED')
    assert.equal(await tryCode(wrong), 'RATE_LIMITED')
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const reset = { token: await mailedToken(email, 'new password'), password: 'another fine phrase' }
    await call('POST', '/v1/auth/reset-password', { body: reset })
    assert.equal(await tryCode(await totpCode(secret), reset.password), 'OK')
  })

  test('backup codes count per network', async ({ assert }) => {
    using _ = lowered({ totpPer15Minutes: 1 })
    const { email } = await withTotp()
    const signIn = await app.container.make(SignIn)
    const answer = await app.container.make(AnswerChallenge)
    const ip = oneNetwork()
    const tries = await inTurn(2, async () => {
      const { challengeToken } = (await signIn.execute(email, PASSWORD, from(ip()))) as Challenge
      await answer.execute(challengeToken, 'AAAAA-AAAAA', from(ip()))
    })
    assert.deepEqual(tries, ['UNAUTHORIZED', 'RATE_LIMITED'])
  })
})
