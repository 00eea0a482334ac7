import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { lockWaits } from '#tests/testkit/lock_waits'
import { signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { begin, createSamlOrg, exchange, post } from '#tests/testkit/sso'

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order, 8 */
test('a person who signs up at the moment of the first sign-in through SSO comes in', async ({ assert }) => {
  const { merchant, domain, sp } = await createSamlOrg({ jit: true })
  const { codeVerifier, requestId } = await begin(domain)
  const email = `new@${domain}`
  const userId = newId()
  const signUp = await db.transaction()
  await rows(
    signUp,
    `insert into users (id, email, password_hash, created_at, updated_at) values (?, ?, 'unknown', now(), now())`,
    [userId, email]
  )
  const answered = post(sp.acsUrl, signed(unsignedAnswer({ email, requestId, sp })))
  await lockWaits(1)
  await signUp.commit()
  const { status, code } = await answered
  assert.equal(status, 303)
  const { user } = (await exchange(code, codeVerifier)).body.data
  assert.deepEqual(user, { id: userId, email, emailVerified: true })
  const known = `select password_hash as password, (select role from org_members where org_id = ? and user_id = users.id) as role
    from users where id = ?`
  assert.deepEqual(await firstRow(db.connection(), known, [merchant.orgId, userId]), {
    password: null,
    role: 'VIEWER',
  })
})
