import { test } from '@japa/runner'
import fc from 'fast-check'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { call } from '#tests/testkit/api'
import { readContract } from '#tests/testkit/api_report'
import { callables } from '#tests/testkit/generated_calls'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'

/** A fixed seed, so that a failure comes again; more calls of each kind show more. */
const SEED = Number(process.env.CALLS_SEED ?? 15)
const RUNS = Number(process.env.CALLS ?? 8)

/** Calls that change the caller's password or end their sign-in, so that the next call would only be UNAUTHORIZED. */
const LAST = /^(me\.password|totp\.|my_sessions\.|sessions\.)/

const CALLABLE = callables(readContract().document).filter(({ operationId }) => !LAST.test(operationId))

test.group('calls generated from the API document', () => {
  test('{operationId} never fails, whatever it is sent')
    .with(CALLABLE)
    .run(async ({ assert }, { family, calls }) => {
      const merchant = await createMerchant()
      const [{ id }] = await seedLicenses(merchant, 1)
      const { key } = await createApiKey(merchant, [...PERMISSIONS])
      const { orgId, productId, userId } = merchant
      const credential = family === 'user' ? { token: merchant.token } : { apiKey: key }
      await fc.assert(
        fc.asyncProperty(calls({ id, orgId, productId, userId }), async ({ method, path, body }) => {
          const answer = await call(method, path, { ...credential, body, text: true })
          assert.isBelow(answer.status, 500, `${method} ${path} ${JSON.stringify(body)}`)
        }),
        { seed: SEED, numRuns: RUNS }
      )
    })
})
