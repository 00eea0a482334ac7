import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { refreshSigningKeys } from '#kernel/signing/signing_keys'
import { BASE } from '#tests/testkit/http'
import { loggedErrors } from '#tests/testkit/logged_errors'
import { until } from '#tests/testkit/wait'

/** Shifts the times from which the keys sign. */
async function shiftKeys(by: string) {
  await rows(db.connection(), 'update signing_keys set signs_from = signs_from + ?::interval', [by])
  await refreshSigningKeys()
}

/** The status of /health, and its status of signing. */
async function signing(): Promise<string> {
  const response = await fetch(`${BASE}/health`)
  const { checks } = (await response.json()) as { checks: Record<string, { status: string }> }
  return `${response.status} ${checks.signing.status}`
}

test.group('an answer that cannot be signed', () => {
  test('goes out without a signature, and its line in the log and /health say so', async ({
    assert,
    cleanup,
  }) => {
    const said = loggedErrors(cleanup)
    await shiftKeys('10 years')
    cleanup(async () => {
      await shiftKeys('-10 years')
      // All callers within a second get the same answer, so the next test would read this one.
      await until('/health to be well again', async () => (await signing()) === '200 ok')
    })
    const headers = {
      'x-svc-response-nonce': 'A-response_nonce-0123456789',
      'x-request-id': 'unsigned-answer',
    }
    const answer = await fetch(`${BASE}/v1/status`, { headers })
    assert.equal(answer.status, 200)
    assert.isNull(answer.headers.get('x-svc-signature'))
    assert.containSubset(said, [{ request_id: 'unsigned-answer' }])
    await until('/health to say so', async () => (await signing()) === '503 down')
  })
})
