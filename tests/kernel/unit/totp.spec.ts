import { test } from '@japa/runner'
import { generate, generateSecret } from 'otplib'
import { totpStep } from '#kernel/secrets/totp'

const NOW = Date.UTC(2026, 0, 1)
const STEP = Math.floor(NOW / 30_000)

test.group('the time step of a code', () => {
  const secret = generateSecret({ length: 20 })
  const codeOf = (steps: number) => generate({ secret, epoch: NOW / 1000 + steps * 30 })

  test('is accepted one step before and after, and only after the last one', async ({ assert }) => {
    assert.equal(await totpStep(secret, await codeOf(1), null, NOW), STEP + 1)
    assert.equal(await totpStep(secret, await codeOf(-1), null, NOW), STEP - 1)
    assert.equal(await totpStep(secret, await codeOf(0), STEP - 1, NOW), STEP)
    assert.isNull(await totpStep(secret, await codeOf(0), STEP, NOW))
    assert.isNull(await totpStep(secret, await codeOf(2), null, NOW))
  })

  test('is none if the last one was accepted by a clock that is ahead', async ({ assert }) => {
    for (const ahead of [1, 2, 3, 120]) {
      assert.isNull(await totpStep(secret, await codeOf(0), STEP + ahead, NOW), `${ahead} steps`)
    }
    assert.equal(await totpStep(secret, await codeOf(1), STEP, NOW), STEP + 1)
  })
})
