import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createColleague, createSamlOrg, signInBySso } from '#tests/testkit/sso'

const HOUR = 3_600_000

/** Sets the clock of this process slow, in libraries too, until the end of the test. Returns the right time. */
function slowBy(ms: number, cleanup: TestContext['cleanup']) {
  const Right = Date
  const now = () => Right.now() - ms
  globalThis.Date = new Proxy(Right, {
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    construct: (target, args: [number]) => new target(...(args.length > 0 ? args : ([now()] as [number]))),
  })
  cleanup(() => void (globalThis.Date = Right))
  return () => Right.now()
}

/** The service dates sign-ins through SSO, so its clock decides when they end, not that of its database. */
test.group('sign-ins through SSO and a service that is slower than its database', () => {
  test('an answer of SAML is matched with its request', async ({ assert, cleanup }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const { email } = await createColleague(merchant, domain)
    slowBy(HOUR, cleanup)
    const { error } = await signInBySso(domain, sp, { email })
    assert.isNull(error)
  })

  test('a session lasts until its end', async ({ assert, cleanup }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    const right = slowBy(HOUR, cleanup)
    await rows(db.connection(), `update refresh_sessions set ends_at = ? where user_id = ?`, [
      ...[new Date(right() - HOUR / 2), member.userId],
    ])
    const { status } = await call('GET', '/v1/dashboard/orgs', {
      token: answer!.body.data.tokens.accessToken,
    })
    assert.equal(status, 200)
  })
})
