import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

const STAYS = /You sign in to it with this email address/
const GONE = /You can no longer sign in to it with this email address/

/** contract/09-end-users#96-the-merchants-side, contract/09-end-users#98-abuse */
test.group('the mails about a merge', () => {
  test('say which address signs in from now on: target {target}, source {source}')
    .with([
      { target: 'proved', source: 'proved', toTarget: STAYS, toSource: GONE },
      { target: 'unproved', source: 'proved', toTarget: null, toSource: GONE },
      { target: 'proved', source: 'unproved', toTarget: STAYS, toSource: null },
      { target: 'none', source: 'proved', toTarget: null, toSource: STAYS },
    ] as const)
    .run(async ({ assert }, { target, source, ...expected }) => {
      const merchant = await createMerchant()
      const to = await createEndUser(merchant, { proved: target === 'proved' })
      const from = await createEndUser(merchant, { proved: source === 'proved' })
      if (target === 'none')
        await rows(db.connection(), `update end_users set email = null where id = ?`, [to.id])
      const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${to.id}/merge`
      const merged = await call('POST', path, { token: merchant.token, body: { fromId: from.id } })
      assert.equal(merged.status, 200)
      for (const [email, text] of [
        [to.email, expected.toTarget],
        [from.email, expected.toSource],
      ] as const) {
        const mails = await mailsTo(email)
        assert.lengthOf(mails, text ? 1 : 0)
        if (text) assert.match(mails[0].text, text)
      }
    })
})
