import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lockWaits } from '#tests/testkit/lock_waits'
import { startLyingProvider } from '#tests/testkit/lying_provider'
import { meeting } from '#tests/testkit/meeting'
import type { Merchant } from '#tests/testkit/merchant'
import { createOidcOrg, openLoopback } from '#tests/testkit/oidc_sso'
import { IDP } from '#tests/testkit/saml_idp'
import { createSamlOrg, ssoPath } from '#tests/testkit/sso'

/** Two OWNERs save the connection at the same time, the first a moment before the second. */
function saved({ orgId, token }: Merchant, first: object, second: object) {
  const put = (body: object) => () => call('PUT', ssoPath({ orgId }), { token, body })
  const holding = `select 1 from orgs where id = '${orgId}' for update`
  return meeting(holding, put(first), put(second))
}

const connectionOf = async (merchant: Merchant) =>
  (await call('GET', ssoPath(merchant), { token: merchant.token })).body.data.connection

/** contract/13-sso#131-setup-owner */
test.group('two OWNERs who save SSO at the same time', (group) => {
  let provider: Awaited<ReturnType<typeof startLyingProvider>>
  group.setup(() => openLoopback())
  group.each.setup(async () => {
    provider = await startLyingProvider()
    return () => provider.close()
  })

  test('keep certificates only where they are still there', async ({ assert }) => {
    const { merchant } = await createSamlOrg()
    const oidc = { type: 'oidc', oidc: provider.oidc }
    const [first, second] = await saved(merchant, oidc, { type: 'saml', saml: IDP })
    assert.equal(first.status, 200)
    assert.equal(second.body.error?.code, 'SSO_CERT_REQUIRED')
    assert.equal((await connectionOf(merchant)).type, 'oidc')
  })

  test('keep a secret for its issuer alone', async ({ assert, cleanup }) => {
    const other = await startLyingProvider()
    cleanup(() => other.close())
    const { merchant } = await createOidcOrg(provider.oidc)
    const { issuer, clientId } = provider.oidc
    const moved = { type: 'oidc', oidc: other.oidc }
    const [first, second] = await saved(merchant, moved, { type: 'oidc', oidc: { issuer, clientId } })
    assert.equal(first.status, 200)
    assert.equal(second.body.error?.details?.[0].field, 'oidc.clientSecret')
    assert.equal((await connectionOf(merchant)).oidc.issuer, other.issuer)
  })

  test('change it only if they are OWNERs once it is their turn', async ({ assert }) => {
    const { merchant, body } = await createSamlOrg()
    const { orgId, token, userId } = merchant
    const saml = { ...body.saml, entityId: 'https://another-idp.example' }
    const path = ssoPath(merchant)
    const changes = [
      () => call('PUT', path, { token, body: { ...body, saml } }),
      () => call('DELETE', path, { token }),
    ]
    const setRole = `update org_members set role = ? where org_id = ? and user_id = ?`
    for (const change of changes) {
      const demoting = await db.transaction()
      await rows(demoting, 'select from orgs where id = ? for no key update', [orgId])
      const changed = change()
      await lockWaits(1)
      await rows(demoting, setRole, ['ADMIN', orgId, userId])
      await demoting.commit()
      assert.equal((await changed).body.error?.code, 'INSUFFICIENT_SCOPE')
      assert.equal((await connectionOf(merchant)).saml.entityId, body.saml.entityId)
      await rows(db.connection(), setRole, ['OWNER', orgId, userId])
    }
  })
})
