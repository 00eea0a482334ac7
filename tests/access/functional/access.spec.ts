import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { ROLES } from '#orgs/rules/roles'
import { newId } from '#kernel/secrets/ids'
import { call, type Answer } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { badKeys, badTokens, createTarget, pathTo, tokensByRole, type Target } from './fixture.js'
import { ACCESS, rowsOf } from './table.js'

/** The routes that the router actually has. */
function routes(): string[] {
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ methods, pattern }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${pattern}`)
    )
}

const bodyFor = (method: string) => (method === 'GET' ? undefined : {})
const isWrite = (method: string) => method !== 'GET'

test.group('who may call what', (group) => {
  let target: Target
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
  })

  /** What a call may change or delete is its own; calls that only read share one target. */
  const targetOf = async (method: string) => (isWrite(method) ? createTarget() : target)

  test('every route has a line in the table, and every line a route', ({ assert }) => {
    assert.sameMembers(routes().sort(), Object.keys(ACCESS).sort())
  })

  test('open routes ask for no credential', async ({ assert }) => {
    for (const { method, pattern } of rowsOf('open')) {
      const { status } = await call(method, pattern, { body: bodyFor(method), text: true })
      assert.notInclude([401, 403], status, `${method} ${pattern}`)
    }
  })

  test('routes of users refuse every other credential', async ({ assert }) => {
    const bad = await badTokens(target.merchant)
    for (const { method, pattern } of [...rowsOf('user'), ...rowsOf('role')]) {
      for (const [what, headers, code] of bad) {
        const answer = await call(method, pathTo(pattern, target), { headers, body: bodyFor(method) })
        assert.equal(answer.body.error?.code, code, `${method} ${pattern} with ${what}`)
        assert.equal(answer.status, 401)
      }
    }
  })

  test('members of other orgs and too low roles are refused', async ({ assert }) => {
    const stranger = await createMerchant()
    const tokens = await tokensByRole(target)
    for (const { method, pattern, access } of rowsOf('role')) {
      const path = pathTo(pattern, target)
      const foreign = await call(method, path, { token: stranger.token, body: bodyFor(method) })
      assert.equal(foreign.body.error?.code, access.foreign, `${method} ${pattern} from outside`)
      for (const role of ROLES.slice(ROLES.indexOf(access.role) + 1)) {
        const low = await call(method, path, { token: tokens[role], body: bodyFor(method) })
        assert.equal(low.body.error?.code, 'INSUFFICIENT_SCOPE', `${method} ${pattern} as ${role}`)
        assert.equal(low.status, 403)
      }
    }
  })

  test('what does not exist is not found, and an id that is no UUID is named', async ({ assert }) => {
    const { token } = target.merchant
    for (const { method, pattern, access } of rowsOf('role')) {
      const unknown = pattern.replace(/:\w+/g, () => newId())
      const missing = await call(method, unknown, { token, body: bodyFor(method) })
      const code = access.foreign === 'FORBIDDEN' ? 'ORG_NOT_FOUND' : access.foreign
      assert.equal(missing.body.error?.code, code, `${method} ${pattern} unknown`)
      const first = /:(\w+)/.exec(pattern)![1]
      const bad = await call(method, pattern.replace(/:\w+/g, 'no-uuid'), { token, body: bodyFor(method) })
      assert.equal(bad.body.error?.code, 'VALIDATION_ERROR', `${method} ${pattern} no UUID`)
      assert.equal(bad.body.error.details![0].field, first)
    }
  })

  test('the lowest role that may is let in', async ({ assert }) => {
    const tokens = await tokensByRole(target)
    for (const { method, pattern, access } of rowsOf('role')) {
      const one = await targetOf(method)
      const token =
        one === target ? tokens[access.role] : (await createMember(one.merchant, access.role)).token
      const answer = await call(method, pathTo(pattern, one), { token, body: bodyFor(method), text: true })
      assert.notInclude([401, 500, 503], answer.status, `${method} ${pattern}`)
      assertNotRefused(assert, answer, `${method} ${pattern} as ${access.role}`)
    }
  })

  test('routes of API keys refuse every other credential', async ({ assert }) => {
    const elsewhere = await createApiKey(await createMerchant(), [...PERMISSIONS])
    const byPermission = new Map<string | null, Awaited<ReturnType<typeof badKeys>>>()
    for (const { method, pattern, access } of rowsOf('key')) {
      const { permission } = access
      if (!byPermission.has(permission))
        byPermission.set(permission, await badKeys(target.merchant, permission))
      const path = pathTo(pattern, target)
      for (const [what, headers, code] of byPermission.get(permission)!) {
        const answer = await call(method, path, { headers, body: bodyFor(method) })
        assert.equal(answer.body.error?.code, code, `${method} ${pattern} with ${what}`)
        if (code === 'PERMISSION_DENIED') assert.include(answer.body.error.message, permission!)
      }
      if (!pattern.includes(':productId')) continue
      const foreign = await call(method, path, { apiKey: elsewhere.key, body: bodyFor(method) })
      assert.equal(foreign.body.error?.code, 'FORBIDDEN', `${method} ${pattern} for another product`)
    }
  })

  test('a key with nothing but the scope is let in', async ({ assert }) => {
    for (const { method, pattern, access } of rowsOf('key')) {
      const one = await targetOf(method)
      const { key } = await createApiKey(one.merchant, [access.permission ?? 'license:read'])
      const answer = await call(method, pathTo(pattern, one), {
        apiKey: key,
        body: bodyFor(method),
        text: true,
      })
      assert.notInclude([401, 500, 503], answer.status, `${method} ${pattern}`)
      assertNotRefused(assert, answer, `${method} ${pattern}`)
    }
  })

  test('every write of users and keys takes an Idempotency-Key', async ({ assert }) => {
    const headers = { 'idempotency-key': 'bad key' }
    const { key } = await createApiKey(target.merchant, [...PERMISSIONS])
    const keyed = rowsOf('key').filter(({ pattern }) => !pattern.startsWith('/v1/licenses/'))
    for (const { method, pattern, access } of [...rowsOf('user'), ...rowsOf('role'), ...keyed]) {
      if (!isWrite(method)) continue
      const credential = access.kind === 'key' ? { apiKey: key } : { token: target.merchant.token }
      const path = pathTo(pattern, target)
      const answer = await call(method, path, { ...credential, headers, body: {} })
      assert.equal(answer.body.error?.code, 'BAD_IDEMPOTENCY_KEY', `${method} ${pattern}`)
    }
  })
})

const REFUSED = ['FORBIDDEN', 'INSUFFICIENT_SCOPE', 'PERMISSION_DENIED', 'API_KEY_NO_PERMISSIONS']

function assertNotRefused(
  assert: { notInclude(haystack: string[], needle: unknown, message: string): void },
  { body }: Answer,
  what: string
) {
  assert.notInclude(REFUSED, body?.error?.code, what)
}
