import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { ROLES } from '#orgs/rules/roles'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { announce } from '#tests/testkit/unsent_body'
import { badKeys, badTokens, createTarget, pathTo, tokensByRole, type Target } from './fixture.js'
import { writesOf } from './table.js'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Fits the limit of every route, so that only the order of the checks can lead to a refusal. */
const SMALL = 200
/** Exceeds the limit of every route: more than 10,000 blacklist entries may take. */
const HUGE = 9 * 1024 * 1024

test.group('what is refused without its body', (group) => {
  let target: Target
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
  })

  test('a user without a good credential, without membership, and with too low a role', async ({
    assert,
  }) => {
    const bad = await badTokens(target.merchant)
    const stranger = await createMerchant()
    const tokens = await tokensByRole(target)
    for (const { method, pattern, access } of [...writesOf('user'), ...writesOf('role')]) {
      const path = pathTo(pattern, target)
      const refused = async (headers: Record<string, string>) =>
        (await announce(method, path, { headers, bytes: SMALL })).code
      for (const [what, headers, code] of bad) {
        assert.equal(await refused(headers), code, `${method} ${pattern} with ${what}`)
      }
      if (access.kind !== 'role') continue
      assert.equal(await refused(bearer(stranger.token)), access.foreign, `${method} ${pattern} from outside`)
      for (const role of ROLES.slice(ROLES.indexOf(access.role) + 1)) {
        assert.equal(await refused(bearer(tokens[role])), 'INSUFFICIENT_SCOPE', `${method} ${pattern}`)
      }
    }
  })

  test('an API key that is not good for the scope or the product', async ({ assert }) => {
    const elsewhere = await createApiKey(await createMerchant(), [...PERMISSIONS])
    // A product has room for only 100 keys, so routes with the same permission share keys.
    const bad = new Map<string | null, Awaited<ReturnType<typeof badKeys>>>()
    for (const { method, pattern, access } of writesOf('key')) {
      const path = pathTo(pattern, target)
      const { permission } = access
      if (!bad.has(permission)) bad.set(permission, await badKeys(target.merchant, permission))
      for (const [what, headers, code] of bad.get(permission)!) {
        const answer = await announce(method, path, { headers, bytes: SMALL })
        assert.equal(answer.code, code, `${method} ${pattern} with ${what}`)
      }
      if (!pattern.includes(':productId')) continue
      const headers = { 'x-api-key': elsewhere.key }
      const answer = await announce(method, path, { headers, bytes: SMALL })
      assert.equal(answer.code, 'FORBIDDEN', `${method} ${pattern} for another product`)
    }
  })

  test('a body that says it is larger than the route takes, whoever sends it', async ({ assert }) => {
    const { key } = await createApiKey(target.merchant, [...PERMISSIONS])
    const credentials: Record<string, Record<string, string>> = {
      user: bearer(target.merchant.token),
      role: bearer(target.merchant.token),
      key: { 'x-api-key': key },
      open: {},
    }
    for (const kind of ['user', 'role', 'key', 'open'] as const) {
      for (const { method, pattern } of writesOf(kind)) {
        if (/\/(?:import|artifacts|attachments|:filename)$/.test(pattern)) continue
        const path = pathTo(pattern, target)
        const { code } = await announce(method, path, { headers: credentials[kind], bytes: HUGE })
        assert.equal(code, 'BAD_REQUEST', `${method} ${pattern}`)
      }
    }
  })

  test('sign-in takes 8 KiB, other routes 64 KiB', async ({ assert }) => {
    const { token, orgId } = target.merchant
    const signIn = await announce('POST', '/v1/auth/login', { bytes: 8 * 1024 + 1 })
    assert.equal(signIn.code, 'BAD_REQUEST')
    assert.equal((await announce('POST', '/api/auth/login', { bytes: 8 * 1024 + 1 })).code, 'BAD_REQUEST')
    const name = (bytes: number) => ({ name: 'x'.repeat(bytes - '{"name":""}'.length) })
    const path = `/v1/dashboard/orgs/${orgId}`
    const fits = await call('PATCH', path, { token, body: name(64 * 1024) })
    assert.equal(fits.body.error.code, 'VALIDATION_ERROR')
    const large = await call('PATCH', path, { token, body: name(64 * 1024 + 1) })
    assert.equal(large.body.error.code, 'BAD_REQUEST')
  })

  test('a body that does not say how large it is, and is too large: {0}')
    .with([
      [8 * 1024, '/v1/auth/login'],
      [16 * 1024, '/v1/licenses/authorize'],
      [64 * 1024, '/v1/dashboard/orgs'],
      [6 * 1024 * 1024, '/v1/dashboard/orgs/:orgId/licenses/freeze'],
    ] as const)
    .run(async ({ assert }, [limit, pattern]) => {
      const { key } = await createApiKey(target.merchant, ['license:authorize'])
      const credential = pattern.endsWith('authorize') ? { 'x-api-key': key } : bearer(target.merchant.token)
      const refusal = async (bytes: number) => {
        const response = await fetch(BASE + pathTo(pattern, target), {
          method: 'POST',
          headers: { ...credential, 'content-type': 'application/json' },
          body: new Blob(['{}'.padEnd(bytes)]).stream(),
          duplex: 'half',
        } as RequestInit)
        return ((await response.json()) as { error: { message: string } }).error.message
      }
      assert.equal(await refusal(limit + 1), `The body is larger than ${limit} bytes`)
      assert.notInclude(await refusal(limit), 'larger than')
    })

  test('a key of an answer that was kept opens no other path', async ({ assert }) => {
    const [own, foreign] = [await createMerchant(), await createMerchant()]
    const headers = { 'idempotency-key': newId() }
    const made = await call('PATCH', `/v1/dashboard/orgs/${own.orgId}`, {
      token: own.token,
      headers,
      body: { name: 'Mine' },
    })
    assert.equal(made.status, 200)
    const answer = await announce('PATCH', `/v1/dashboard/orgs/${foreign.orgId}`, {
      headers: { ...headers, ...bearer(own.token) },
      bytes: SMALL,
    })
    assert.equal(answer.code, 'FORBIDDEN')
  })

  test('a replay to a member who lost the role', async ({ assert }) => {
    const { orgId, token, userId } = await createMerchant()
    const headers = { 'idempotency-key': newId() }
    const path = `/v1/dashboard/orgs/${orgId}`
    assert.equal((await call('PATCH', path, { token, headers, body: { name: 'Mine' } })).status, 200)
    await rows(db.connection(), `update org_members set role = 'VIEWER' where user_id = ?`, [userId])
    const answer = await announce('PATCH', path, { headers: { ...headers, ...bearer(token) }, bytes: SMALL })
    assert.equal(answer.code, 'INSUFFICIENT_SCOPE')
  })
})
