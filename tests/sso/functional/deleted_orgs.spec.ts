import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { meeting } from '#tests/testkit/meeting'
import { signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { begin, createColleague, createSamlOrg, post } from '#tests/testkit/sso'

/** contract/13-sso#132-signing-in: a browser comes back to where it began, whatever becomes of the org meanwhile. */
test.group('an answer for an org that is being deleted', () => {
  for (const kind of ['good', 'refused']) {
    test(`sends the browser back: ${kind}`, async ({ assert }) => {
      const { merchant, domain, sp } = await createSamlOrg()
      const { orgId, token } = merchant
      const { email } = await createColleague(merchant, domain)
      await rows(db.connection(), `delete from products where org_id = ?`, [orgId])
      const { requestId } = await begin(domain)
      const xml = unsignedAnswer({ email, requestId, sp })
      const [deleted, back] = await meeting(
        `select 1 from sso_connections where org_id = '${orgId}' for update`,
        () => call('DELETE', `/v1/dashboard/orgs/${orgId}`, { token }),
        () => post(sp.acsUrl, kind === 'good' ? signed(xml) : xml)
      )
      assert.equal(deleted.status, 200)
      assert.deepEqual([back.status, back.error, back.back?.pathname], [303, 'UNAUTHORIZED', '/console'])
    })
  }
})
