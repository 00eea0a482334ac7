import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { enableTotp } from '#tests/testkit/totp'

/**
 * The tables that accounts, API keys and orgs write secrets to, directly or through mails, events and audit entries.
 */
const TABLES = [
  ...['users', 'refresh_sessions', 'api_keys', 'idempotency_keys', 'backup_codes', 'login_challenges'],
  ...['mailed_tokens', 'mails', 'audit_entries', 'outbox_events', 'invites', 'attempt_limits'],
]

test.group('secrets at rest', () => {
  test('no table holds one in clear', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, email, productId } = merchant
    const login = await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
    const issued = await call('POST', `/v1/dashboard/products/${productId}/api-keys`, {
      token,
      headers: { 'idempotency-key': `secrets_${productId}` },
      body: { name: 'Backend', permissions: ['license:read'] },
    })
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const { secret, backupCodes } = await enableTotp(merchant)
    const challenge = await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
    const secrets: string[] = [
      PASSWORD,
      login.body.data.tokens.refreshToken,
      login.body.data.tokens.accessToken,
      issued.body.data.apiKey.key,
      issued.body.data.apiKey.signingSecret,
      challenge.body.data.challengeToken,
      secret,
      ...backupCodes,
      ...backupCodes.map((code) => code.replace('-', '')),
    ]
    for (const table of TABLES) {
      const text = JSON.stringify(await rows(db.connection(), `select * from ${table}`))
      for (const one of secrets) assert.isFalse(text.includes(one), `${table} holds a secret in clear`)
    }
  })
})
