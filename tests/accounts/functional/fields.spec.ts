import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'

const x = (count: number) => 'x'.repeat(count)
/** A valid password of this length. */
const phrase = (length: number) => 'aB3-eF6_hI9.'.repeat(11).slice(0, length)
const address = () => `${newId()}@example.com`

/**
 * A call that is valid except for one field, and the field. The ids of the org and the product are filled into the
 * paths.
 */
const BAD: [method: string, path: string, body: object, field: string][] = [
  ['POST', '/v1/auth/register', { email: address(), password: phrase(9) }, 'password'],
  ['POST', '/v1/auth/register', { email: address(), password: phrase(129) }, 'password'],
  ['POST', '/v1/auth/register', { email: address(), password: x(1025) }, 'password'],
  ['POST', '/v1/auth/register', { email: address(), password: PASSWORD, lastName: x(101) }, 'lastName'],
  ['POST', '/v1/auth/register', { email: address(), password: PASSWORD, lastName: 7 }, 'lastName'],
  ['POST', '/v1/auth/login', { password: PASSWORD }, 'email'],
  ['POST', '/v1/auth/login', { email: x(255), password: PASSWORD }, 'email'],
  ['POST', '/v1/auth/login', { email: 'a@example.com' }, 'password'],
  ['POST', '/v1/auth/login', { email: 'a@example.com', password: x(1025) }, 'password'],
  ['POST', '/v1/auth/login', { email: 'a@example.com', password: PASSWORD, useCookies: 1 }, 'useCookies'],
  ['POST', '/v1/auth/totp/verify-login', { code: '123456' }, 'challengeToken'],
  ['POST', '/v1/auth/totp/verify-login', { code: '123456', challengeToken: x(1025) }, 'challengeToken'],
  ['POST', '/v1/auth/totp/verify-login', { challengeToken: 'a' }, 'code'],
  ['POST', '/v1/auth/totp/verify-login', { challengeToken: 'a', code: x(65) }, 'code'],
  ['POST', '/v1/auth/totp/verify-login', { challengeToken: 'a', code: 123_456 }, 'code'],
  ['POST', '/v1/auth/refresh', { refreshToken: x(1025) }, 'refreshToken'],
  ['POST', '/v1/auth/refresh', { refreshToken: ['a'] }, 'refreshToken'],
  ['POST', '/v1/auth/logout', {}, 'refreshToken'],
  ['POST', '/v1/auth/verify-email', {}, 'token'],
  ['POST', '/v1/auth/verify-email', { token: x(1025) }, 'token'],
  ['POST', '/v1/auth/forgot-password', { email: 'nobody' }, 'email'],
  ['POST', '/v1/auth/forgot-password', {}, 'email'],
  ['POST', '/v1/auth/reset-password', { password: PASSWORD }, 'token'],
  ['POST', '/v1/auth/reset-password', { token: 'a' }, 'password'],
  ['POST', '/v1/dashboard/me/password', { newPassword: phrase(10) }, 'currentPassword'],
  ['POST', '/v1/dashboard/me/password', { currentPassword: PASSWORD, newPassword: phrase(9) }, 'newPassword'],
  [
    'POST',
    '/v1/dashboard/me/password',
    { currentPassword: PASSWORD, newPassword: phrase(129) },
    'newPassword',
  ],
  ['POST', '/v1/dashboard/me/totp/enable', {}, 'code'],
  ['POST', '/v1/dashboard/me/totp/enable', { code: x(65) }, 'code'],
  ['POST', '/v1/dashboard/me/totp/disable', { code: '123456' }, 'password'],
  ['POST', '/v1/dashboard/me/totp/disable', { password: PASSWORD }, 'code'],
  ['POST', '/v1/dashboard/me/totp/backup-codes', { code: '' }, 'code'],
  ['PATCH', '/v1/dashboard/me/profile', { firstName: x(101) }, 'firstName'],
  ['PATCH', '/v1/dashboard/me/profile', { lastName: x(101) }, 'lastName'],
  ['PATCH', '/v1/dashboard/me/profile', { newsletterSubscribed: 1 }, 'newsletterSubscribed'],
  ['POST', '/v1/dashboard/active-org', {}, 'orgId'],
  ['PATCH', '/v1/dashboard/orgs/:orgId', { name: x(101) }, 'name'],
  ['POST', '/v1/dashboard/orgs/:orgId/invites', { email: `${x(250)}@example.com`, role: 'VIEWER' }, 'email'],
  ['POST', '/v1/dashboard/orgs/:orgId/invites', { email: address(), role: 'KING' }, 'role'],
  ['POST', '/v1/dashboard/orgs/:orgId/invites', { email: address() }, 'role'],
  ['POST', '/v1/dashboard/invites/accept', {}, 'token'],
  ['POST', '/v1/dashboard/invites/accept', { token: x(201) }, 'token'],
  [
    'POST',
    '/v1/dashboard/products/:productId/api-keys',
    { name: 'Key', permissions: ['license:read'], expiresAt: x(41) },
    'expiresAt',
  ],
]

const fill = (path: string, { orgId, productId }: Merchant) =>
  path.replace(':orgId', orgId).replace(':productId', productId)

test.group('limits of fields', () => {
  test('a field past its limits is named in a VALIDATION_ERROR')
    .with(BAD)
    .run(async ({ assert }, [method, path, body, field]) => {
      const merchant = await createMerchant()
      const answer = await call(method, fill(path, merchant), { token: merchant.token, body })
      assert.equal(answer.status, 400, path)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.deepEqual(
        answer.body.error.details?.map((one) => one.field),
        [field]
      )
    })

  test('at its limits it is fine', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const { id } = await createApiKey(merchant, ['license:read'])
    const good: [string, string, object, number][] = [
      ['POST', '/v1/auth/register', { email: address(), password: phrase(10), firstName: x(100) }, 201],
      ['POST', '/v1/auth/register', { email: address(), password: phrase(128), lastName: x(100) }, 201],
      ['PATCH', '/v1/dashboard/me/profile', { firstName: x(100), lastName: '' }, 200],
      ['PATCH', '/v1/dashboard/orgs/:orgId', { name: x(100) }, 200],
      [
        'POST',
        '/v1/dashboard/products/:productId/api-keys',
        { name: x(100), permissions: ['license:read'] },
        201,
      ],
      ['POST', `/v1/dashboard/api-keys/${id}/rotate`, { gracePeriodSeconds: 604_800 }, 200],
      ['POST', `/v1/dashboard/api-keys/${id}/rotate`, { gracePeriodSeconds: 0 }, 200],
    ]
    for (const [method, path, body, status] of good) {
      const answer = await call(method, fill(path, merchant), { token, body })
      assert.equal(answer.status, status, `${path} ${JSON.stringify(answer.body?.error)}`)
    }
  })

  test('a profile PATCH that changes nothing, and ending a session twice, answer 200', async ({ assert }) => {
    const { token, email } = await createMerchant()
    const answer = await call('PATCH', '/v1/dashboard/me/profile', { token, body: {} })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.user.email, email)
    await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
    const list = await call('GET', '/v1/dashboard/me/sessions', { token })
    const path = `/v1/dashboard/me/sessions/${list.body.data.sessions[0].id}`
    for (let time = 0; time < 2; time++) assert.equal((await call('DELETE', path, { token })).status, 200)
  })
})
