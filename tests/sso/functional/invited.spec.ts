import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { createSamlOrg, signInBySso } from '#tests/testkit/sso'

/** contract/01-changes#rights-end-everything */
test.group('a person with an open invite who joins by SSO', () => {
  test('does not come back with the invite after a removal', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg({ jit: true })
    const { orgId, token } = merchant
    const guest = await createMerchant()
    const email = `${newId()}@${domain}`
    await rows(db.connection(), `update users set email = ?, email_verified_at = now() where id = ?`, [
      email,
      guest.userId,
    ])
    const path = `/v1/dashboard/orgs/${orgId}`
    const invited = await call('POST', `${path}/invites`, { token, body: { email, role: 'ADMIN' } })
    assert.equal(invited.status, 201)
    const mailed = await mailedToken(email, 'invites you')
    assert.equal((await signInBySso(domain, sp, { email })).answer!.status, 200)
    assert.isEmpty((await call('GET', `${path}/invites`, { token })).body.data.invites)
    const log = await call('GET', `${path}/audit-log?action=team.member_added`, { token })
    assert.containSubset(log.body.data.entries[0].data, { sso: true, invitesWithdrawn: 1 })
    assert.equal((await call('DELETE', `${path}/members/${guest.userId}`, { token })).status, 200)
    const back = await call('POST', '/v1/dashboard/invites/accept', {
      token: guest.token,
      body: { token: mailed },
    })
    assert.equal(back.body.error.code, 'NOT_FOUND')
  })
})
