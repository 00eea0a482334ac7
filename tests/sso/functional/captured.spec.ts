import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createColleague, createSamlOrg, signInBySso, ssoPath } from '#tests/testkit/sso'
import { join } from '#tests/testkit/team'
import { enableTotp } from '#tests/testkit/totp'

/** contract/13-sso: an org that asks for SSO, and the sessions of another org's SSO, say nothing of roles. */
test.group('who has to sign in through SSO', () => {
  test('is told so before the role is looked at', async ({ assert }) => {
    const { merchant } = await createSamlOrg()
    const { domain } = await createSamlOrg()
    const viewer = await createColleague(merchant, domain, 'VIEWER')
    const captured = `update sso_connections set enforced = true where org_id = ?`
    await rows(db.connection(), captured, [merchant.orgId])
    const asked = () => call('GET', ssoPath(merchant), { token: viewer.token })
    assert.equal((await asked()).body.error.code, 'INSUFFICIENT_SCOPE')
    await rows(db.connection(), `update org_domains set org_id = ? where hostname = ?`, [
      merchant.orgId,
      domain,
    ])
    const { status, body } = await asked()
    assert.deepEqual([status, body.error.code], [403, 'FORBIDDEN'])
    assert.match(body.error.message, /sign in through SSO/)
  })

  test('reads no role of another org with a session of SSO', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const other = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    await join(other.merchant, member.userId, 'VIEWER')
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    const token = answer!.body.data.tokens.accessToken
    const product = `/v1/dashboard/products/${other.merchant.productId}`
    const changed = await call('PATCH', product, { token, body: { name: 'Mine' } })
    assert.deepEqual([changed.status, changed.body.error.code], [403, 'FORBIDDEN'])
    assert.equal((await call('GET', ssoPath(other.merchant), { token })).body.error.code, 'FORBIDDEN')
  })

  test('chooses the org to work in with a sign-in that opens it, and with no other', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const { orgId } = merchant
    const { email, orgId: ownOrgId, token: byPassword } = await createColleague(merchant, domain)
    const { answer } = await signInBySso(domain, sp, { email })
    const bySso = answer!.body.data.tokens.accessToken
    const choose = (token: string, chosen: string) =>
      call('POST', '/v1/dashboard/active-org', { token, body: { orgId: chosen } })
    const inSso = await choose(bySso, orgId)
    assert.deepEqual([inSso.status, inSso.body.data?.org.id], [200, orgId])
    const elsewhere = await choose(bySso, ownOrgId)
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [403, 'FORBIDDEN'])
    assert.equal((await choose(byPassword, orgId)).status, 200)

    await rows(db.connection(), `update sso_connections set enforced = true where org_id = ?`, [orgId])
    const refused = await choose(byPassword, orgId)
    assert.deepEqual([refused.status, refused.body.error?.code], [403, 'FORBIDDEN'])
    assert.match(refused.body.error.message, /sign in through SSO/)
    assert.equal((await choose(byPassword, ownOrgId)).status, 200)
    assert.equal((await choose(bySso, orgId)).status, 200)
  })
})

/** contract/13-sso#131-setup-owner: one OWNER must be able to come in by password, whatever the provider does. */
test('SSO is not enforced while the only OWNER with a second factor is disabled', async ({ assert }) => {
  const { merchant, domain, body } = await createSamlOrg()
  const { token, orgId, userId } = merchant
  const spare = await createColleague(merchant, domain, 'OWNER')
  await enableTotp(spare)
  const tested = { at: Date.now(), ok: true, userId, reason: null }
  await rows(db.connection(), `update sso_connections set last_test = ? where org_id = ?`, [
    JSON.stringify(tested),
    orgId,
  ])
  const enforce = () => call('PUT', ssoPath(merchant), { token, body: { ...body, enforced: true } })
  const disable = `update users set disabled_at = ? where id = ?`
  await rows(db.connection(), disable, [new Date(), spare.userId])
  const refused = await enforce()
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'CONFLICT'])
  assert.match(refused.body.error.message, /needs: an OWNER with a password and the second factor$/)
  await rows(db.connection(), `update users set disabled_at = null where id = ?`, [spare.userId])
  assert.equal((await enforce()).status, 200)
})

test('every answer that shows an org says whether it asks the caller for SSO', async ({ assert }) => {
  const { merchant, domain, sp } = await createSamlOrg()
  const { orgId } = merchant
  const owner = await createColleague(merchant, domain, 'OWNER')
  await rows(db.connection(), `update sso_connections set enforced = true where org_id = ?`, [orgId])
  const { token } = owner
  const own = await call('POST', '/v1/dashboard/active-org', { token, body: { orgId: owner.orgId } })
  assert.isFalse(own.body.data.org.ssoRequired)
  const { answer } = await signInBySso(domain, sp, { email: owner.email })
  const through = { token: answer!.body.data.tokens.accessToken }
  const renamed = await call('PATCH', `/v1/dashboard/orgs/${orgId}`, {
    ...through,
    body: { name: 'Renamed' },
  })
  const chosen = await call('POST', '/v1/dashboard/active-org', { ...through, body: { orgId } })
  const listed = (await call('GET', '/v1/dashboard/orgs', through)).body.data.orgs
  assert.isFalse(listed[0].ssoRequired, 'this session came through SSO')
  assert.deepEqual([renamed.body.data.org], listed)
  assert.deepEqual([chosen.body.data.org], listed)
  const { orgs } = (await call('GET', '/v1/dashboard/orgs', { token })).body.data
  const required = orgs.filter((one: { ssoRequired: boolean }) => one.ssoRequired)
  assert.deepEqual(
    required.map(({ id }: { id: string }) => id),
    [orgId]
  )
})
