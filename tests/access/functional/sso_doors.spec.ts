import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createColleague, createSamlOrg, signInBySso } from '#tests/testkit/sso'
import { join } from '#tests/testkit/team'
import { createTarget, pathTo, type Target } from './fixture.js'
import { ACCESS, rowsOf } from './table.js'

/** Routes of platform admins. */
const PLATFORM = / \/(?:v1\/admin\/|admin\/queues|api\/users\/list$)/

/** Routes of the user's own account that a session of SSO may not use. */
const OWN_ACCOUNT =
  /^(?:POST|PUT|PATCH|DELETE) \/(?:v1\/dashboard\/me\/(?:password|totp|verify-email)|oauth\/accounts)/

type Assert = { deepEqual(actual: unknown, expected: unknown, message: string): void }

/** Calls a route of the table on a target. Returns the message of its FORBIDDEN. */
async function isForbidden(assert: Assert, door: string, token: string, target: Target) {
  const [method, pattern] = door.split(' ')
  const body = method === 'GET' ? undefined : {}
  const answer = await call(method, pathTo(pattern, target), { token, body })
  assert.deepEqual([answer.status, answer.body?.error?.code], [403, 'FORBIDDEN'], door)
  return answer.body.error.message
}

/** contract/13-sso: a session opens the org of its provider, and an org that enforces SSO opens to no other session. */
test.group('every door, with a session of SSO', (group) => {
  let target: Target
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
  })

  /** An OWNER of the target's org and platform admin, signed in through the provider of a different org. */
  async function boundElsewhere() {
    const { merchant, domain, sp } = await createSamlOrg()
    const member = await createColleague(merchant, domain, 'OWNER')
    await join(target.merchant, member.userId, 'OWNER')
    await rows(db.connection(), 'update users set platform_admin = true where id = ?', [member.userId])
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    return answer!.body.data.tokens.accessToken as string
  }

  test('of another org or of the platform is shut', async ({ assert }) => {
    const token = await boundElsewhere()
    const platform = Object.keys(ACCESS).filter((door) => PLATFORM.test(door))
    assert.isAbove(platform.length, 10)
    const orgs = rowsOf('role').map(({ method, pattern }) => `${method} ${pattern}`)
    for (const door of [...orgs, ...platform]) await isForbidden(assert, door, token, target)
  })

  test('of the account itself is shut', async ({ assert }) => {
    const token = await boundElsewhere()
    const doors = Object.keys(ACCESS).filter((row) => OWN_ACCOUNT.test(row))
    assert.isAbove(doors.length, 6)
    for (const door of doors) await isForbidden(assert, door, token, target)
  })
})

test.group('every door of an org that enforces SSO', (group) => {
  group.each.timeout(60_000)

  test('is shut for a captured member with a password, whatever the role', async ({ assert }) => {
    const target = await createTarget()
    const { merchant, domain } = await createSamlOrg()
    const member = await createColleague(target.merchant, domain, 'OWNER')
    await rows(db.connection(), `update sso_connections set enforced = true, org_id = ? where org_id = ?`, [
      target.merchant.orgId,
      merchant.orgId,
    ])
    await rows(db.connection(), `update org_domains set org_id = ? where hostname = ?`, [
      target.merchant.orgId,
      domain,
    ])
    for (const { method, pattern } of rowsOf('role')) {
      const message = await isForbidden(assert, `${method} ${pattern}`, member.token, target)
      assert.match(message, /sign in through SSO/)
    }
  })
})
