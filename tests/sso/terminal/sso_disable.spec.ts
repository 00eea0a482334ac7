import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import SsoDisable from '../../../commands/sso_disable.js'
import FindConnection from '#sso/queries/find_connection'
import { runCommand } from '#tests/testkit/command'
import { createMerchant } from '#tests/testkit/merchant'
import SetUpSso from '#sso/actions/set_up_sso'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import { SYSTEM } from '#kernel/audit/audit'
import { CERTIFICATES, IDP } from '#tests/testkit/saml_idp'

/** The entries of the audit log and the events of an org about its connection. */
const recorded = (orgId: string) =>
  rows<{ name: string }>(
    db.connection(),
    `select action as name from audit_entries where org_id = ? and action like 'sso.%'
     union all select name from outbox_events where org_id = ? and name like 'sso.%'`,
    [orgId, orgId]
  )

test.group('ace sso:disable', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('switches SSO off; refuses what is no org with SSO', async ({ assert }) => {
    const { scope, orgId } = await createMerchant()
    const find = new FindConnection()
    const saml = { ...IDP, certificates: [CERTIFICATES.idp] }
    await new SetUpSso(find, new FindVerifiedDomain()).execute(scope, { type: 'saml', saml }, SYSTEM)
    const done = await runCommand(SsoDisable, orgId)
    assert.equal(done.exitCode ?? 0, 0)
    const off = await find.needed(orgId)
    assert.containSubset(off, { enabled: false, enforced: false })
    const written = await recorded(orgId)
    assert.lengthOf(written, 4)
    assert.equal((await runCommand(SsoDisable, orgId)).exitCode ?? 0, 0)
    assert.deepEqual(await recorded(orgId), written, 'the second time changes nothing')
    assert.deepEqual(await find.needed(orgId), off)
    for (const bad of ['nothing', (await createMerchant()).orgId]) {
      assert.equal((await runCommand(SsoDisable, bad)).exitCode, 1)
    }
  })
})
