import { test } from '@japa/runner'
import SsoDisable from '../../../commands/sso_disable.js'
import FindConnection from '#sso/queries/find_connection'
import { runCommand } from '#tests/testkit/command'
import { createMerchant } from '#tests/testkit/merchant'
import SetUpSso from '#sso/actions/set_up_sso'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import { SYSTEM } from '#kernel/audit/audit'
import { CERTIFICATES, IDP } from '#tests/testkit/saml_idp'

test.group('ace sso:disable', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('switches SSO off; refuses what is no org with SSO', async ({ assert }) => {
    const { scope, orgId } = await createMerchant()
    const find = new FindConnection()
    const saml = { ...IDP, certificates: [CERTIFICATES.idp] }
    await new SetUpSso(find, new FindVerifiedDomain()).execute(scope, { type: 'saml', saml }, SYSTEM)
    const done = await runCommand(SsoDisable, orgId)
    assert.equal(done.exitCode ?? 0, 0)
    assert.containSubset(await find.needed(orgId), { enabled: false, enforced: false })
    for (const bad of ['nothing', (await createMerchant()).orgId]) {
      assert.equal((await runCommand(SsoDisable, bad)).exitCode, 1)
    }
  })
})
