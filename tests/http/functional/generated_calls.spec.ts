import { test } from '@japa/runner'
import fc from 'fast-check'
import { PERMISSIONS } from '#catalog/rules/permissions'
import type { FieldError } from '#kernel/refusals/codes'
import { call } from '#tests/testkit/api'
import { readContract } from '#tests/testkit/api_report'
import { callables } from '#tests/testkit/generated_calls'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'

/** The seed is fixed so that a failure can be repeated; more calls of each kind find more. */
const SEED = Number(process.env.CALLS_SEED ?? 15)
const RUNS = Number(process.env.CALLS ?? 8)

/** Calls that change the caller's password or end the sign-in; every later call would only get UNAUTHORIZED. */
const LAST = /^(me\.password|totp\.|my_sessions\.|sessions\.)/

/** Rules of the service that the document states only in words: one value depends on another, or on stored data. */
const UNSAID = [
  /^from must be earlier than to$/,
  /^[\w.]+ must not be before \w+$/,
  /^format=csv gives the failed items only/,
  /^\w+ is for CSV: leave it out/,
  /^The range has more than \d+ points/,
  /^productId differs from the one in the path/,
  /^expirationMode \w+ needs \w+$/,
  /^\w+ is not allowed with expirationMode \w+$/,
  // Texts are trimmed before they are measured.
  /^The \w+ field must (have at least \d+ characters|not be empty)$/,
  /^Name the end user by email, username or externalId$/,
  /must be an https origin/,
  // Values that must be in lists which are data or settings.
  /^tz is not a time zone/,
  /^hostname must /,
  /^The product does not declare this feature/,
  /^redirectUri must lie under/,
  // One of three ways to describe an identity provider; the secret of its client may already be stored.
  /^saml\.(?:entityId|ssoUrl) is missing$/,
  /^The type is \w+: leave out \w+$/,
  /^saml\.\w+ describes the whole provider: leave out /,
  /^oidc\.clientSecret is missing/,
  /^The certificate must/,
]

const CALLABLE = callables(readContract().document).filter(({ operationId }) => !LAST.test(operationId))

test.group('calls generated from the API document', () => {
  test('{operationId} never fails, whatever it is sent')
    .with(CALLABLE)
    .run(async ({ assert }, { family, calls }) => {
      const { ids, credential } = await callerOf(family)
      await fc.assert(
        fc.asyncProperty(calls(ids), async ({ method, path, body }) => {
          const answer = await call(method, path, { ...credential, body, text: true })
          assert.isBelow(answer.status, 500, `${method} ${path} ${JSON.stringify(body)}`)
        }),
        { seed: SEED, numRuns: RUNS }
      )
    })

  test('{operationId} takes whatever fits its schema')
    .with(CALLABLE.filter(({ operationId }) => !/import$/.test(operationId)))
    .run(async ({ assert }, { family, fittingCalls }) => {
      const { ids, credential } = await callerOf(family)
      await fc.assert(
        fc.asyncProperty(fittingCalls(ids), async ({ method, path, body }) => {
          const { error } = (await call(method, path, { ...credential, body, text: true })).body ?? {}
          if (error?.code !== 'VALIDATION_ERROR') return
          const problems = (error.details as FieldError[]).map(({ message }) => message)
          const told = problems.filter((message) => !UNSAID.some((rule) => rule.test(message)))
          assert.deepEqual(told, [], `${method} ${path} ${JSON.stringify(body)}`)
        }),
        { seed: SEED, numRuns: RUNS }
      )
    })
})

/** A caller with all permissions, and the ids for the calls. */
async function callerOf(family: 'user' | 'key') {
  const merchant = await createMerchant()
  const [{ id }] = await seedLicenses(merchant, 1)
  const { orgId, productId, userId, token } = merchant
  const { key } = await createApiKey(merchant, [...PERMISSIONS])
  return {
    ids: { id, orgId, productId, userId },
    credential: family === 'user' ? { token } : { apiKey: key },
  }
}
