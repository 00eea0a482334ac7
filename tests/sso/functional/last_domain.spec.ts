import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createColleague, createEmailDomain, createSamlOrg, ssoPath } from '#tests/testkit/sso'
import { enableTotp } from '#tests/testkit/totp'

/** An org that has tried its connection, so that it can enforce SSO, and an ADMIN of it. */
async function createReadyOrg() {
  const { merchant, domain, body } = await createSamlOrg()
  const { orgId, userId, token } = merchant
  await enableTotp(merchant)
  const lastTest = { at: Date.now(), ok: true, userId, reason: null }
  await rows(db.connection(), `update sso_connections set last_test = ? where org_id = ?`, [
    JSON.stringify(lastTest),
    orgId,
  ])
  const admin = await createColleague(merchant, 'elsewhere.example', 'ADMIN')
  const domains = `/v1/dashboard/orgs/${orgId}/domains`
  return {
    domain,
    enforce: (enforced = true) => call('PUT', ssoPath(merchant), { token, body: { ...body, enforced } }),
    remove: async (hostname: string) => {
      const all = (await call('GET', domains, { token })).body.data.domains as {
        id: string
        hostname: string
      }[]
      const { id } = all.find((one) => one.hostname === hostname)!
      return call('DELETE', `${domains}/${id}`, { token: admin.token })
    },
    warnings: async () => (await call('GET', ssoPath(merchant), { token })).body.data.connection.warnings,
    orgId,
  }
}

/** contract/13-sso#131-setup-owner */
test.group('the last email domain of an org that enforces SSO', () => {
  test('cannot be removed before the enforcement is switched off', async ({ assert }) => {
    const { orgId, domain, enforce, remove } = await createReadyOrg()
    const other = await createEmailDomain(orgId)
    assert.equal((await enforce()).status, 200)
    assert.equal((await remove(other)).status, 200)
    const refused = await remove(domain)
    assert.deepEqual([refused.status, refused.body.error?.code], [409, 'CONFLICT'])
    assert.match(refused.body.error.message, /SSO.*OWNER/)
    assert.equal((await enforce(false)).status, 200)
    assert.equal((await remove(domain)).status, 200)
  })

  test('is not removed at the moment at which SSO is enforced', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const { domain, enforce, remove } = await createReadyOrg()
      const [enforced, removed] = await Promise.all([enforce(), remove(domain)])
      assert.deepEqual([enforced.status, removed.status].sort(), [200, 409])
    }
  })

  test('that DNS has taken away is a warning of the connection, and its row can go', async ({ assert }) => {
    const { orgId, domain, enforce, remove, warnings } = await createReadyOrg()
    await enforce()
    assert.deepEqual(await warnings(), [])
    await rows(db.connection(), `update org_domains set status = 'lost' where org_id = ?`, [orgId])
    assert.match((await warnings())[0], /enforced for nobody/)
    assert.equal((await remove(domain)).status, 200)
  })
})
