import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { claimedAttempt, countedAttempt, mayAttempt, takeBackAttempt } from '#kernel/limits/attempt_limits'
import { lowered } from '#tests/testkit/limits'

const isClaimed = (subject: string) => claimedAttempt('tickets', subject, async (isAllowed) => isAllowed)
const refused = { code: 'RATE_LIMITED', retryAfter: 3600 }

test.group('attempts that create something', () => {
  test('a call that was refused while others worked keeps no place when these fail', async ({ assert }) => {
    using _ = lowered({ ticketsPerHour: 2 })
    const subject = newId()
    const fails = Promise.withResolvers<void>()
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const working = begun.map(({ resolve }) =>
      countedAttempt('tickets', subject, () => {
        resolve()
        return fails.promise
      }).catch((error: Error) => error.message)
    )
    await Promise.all(begun.map(({ promise }) => promise))
    for (let turn = 0; turn < 3; turn++) {
      const error = await countedAttempt('tickets', subject, async () => {}).catch(
        (thrown: unknown) => thrown
      )
      assert.containSubset(error, refused)
    }
    fails.reject(new Error('failed'))
    assert.deepEqual(await Promise.all(working), ['failed', 'failed'])
    assert.equal(await countedAttempt('tickets', subject, async () => 'first'), 'first')
    assert.equal(await countedAttempt('tickets', subject, async () => 'second'), 'second')
    assert.isFalse(await isClaimed(subject))
  })

  test('20 calls at once in a window for 5: as many are done, and all of it can be taken back', async ({
    assert,
  }) => {
    using _ = lowered({ ticketsPerHour: 5 })
    const subject = newId()
    const claims = await Promise.all(Array.from({ length: 20 }, () => isClaimed(subject)))
    assert.lengthOf(claims.filter(Boolean), 5)
    for (let taken = 0; taken < 5; taken++) await takeBackAttempt('tickets', subject)
    assert.isTrue(await countedAttempt('tickets', subject, async () => true))
  })
})

test.group('attempts that guess', () => {
  test('count also when they are refused: one that is taken back frees no place for another', async ({
    assert,
  }) => {
    using _ = lowered({ ticketsPerHour: 1 })
    const subject = newId()
    assert.isTrue(await mayAttempt('tickets', subject))
    assert.isFalse(await mayAttempt('tickets', subject))
    await takeBackAttempt('tickets', subject)
    assert.isFalse(await mayAttempt('tickets', subject))
  })
})
