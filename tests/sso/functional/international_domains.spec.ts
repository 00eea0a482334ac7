import { domainToASCII } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import SpellDomains from '../../../database/migrations/1795000000988_spell_domains_of_addresses.js'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { begin, createSamlOrg, signInBySso, ssoPath } from '#tests/testkit/sso'
import { join } from '#tests/testkit/team'

const PASSWORD = 'a quiet green sofa'

/** A SAML org whose domain has a name beyond ASCII; `unicode` is what people type, `domain` what DNS has. */
async function createMünchen(more: object = {}) {
  const org = await createSamlOrg(more)
  const unicode = `münchen-${newId().slice(-12)}.example`
  const domain = domainToASCII(unicode)
  await rows(db.connection(), `update org_domains set hostname = ? where hostname = ?`, [domain, org.domain])
  return { ...org, unicode, domain }
}

const register = (email: string) => call('POST', '/v1/auth/register', { body: { email, password: PASSWORD } })
const signIn = (email: string) => call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })

test.group('an address whose domain has letters beyond ASCII', () => {
  test('is in the verified domain: SSO is enforced, and starts by it', async ({ assert }) => {
    const { merchant, unicode, sp } = await createMünchen()
    const { user, tokens } = (await register(`bo@${unicode}`)).body.data
    await join(merchant, user.id, 'ADMIN')
    await rows(db.connection(), `update sso_connections set enforced = true where org_id = ?`, [
      merchant.orgId,
    ])
    const byPassword = await call('GET', ssoPath(merchant), { token: tokens.accessToken })
    assert.deepEqual([byPassword.status, byPassword.body.error?.code], [403, 'FORBIDDEN'])
    assert.match(byPassword.body.error.message, /sign in through SSO/)
    assert.equal((await begin(unicode)).started.status, 200)
    const { answer, error } = await signInBySso(unicode, sp, { email: `bo@${unicode}` })
    assert.isNull(error)
    assert.equal(answer!.body.data.user.id, user.id)
  })

  test('is one account in both spellings', async ({ assert }) => {
    const unicode = `münchen-${newId().slice(-12)}.example`
    assert.equal((await register(`Bo@${unicode}`)).body.data.user.email, `bo@${domainToASCII(unicode)}`)
    assert.equal((await register(`bo@${domainToASCII(unicode)}`)).body.error.code, 'CONFLICT')
    assert.equal((await signIn(`bo@${unicode}`)).status, 200)
    assert.equal((await signIn(`bo@${domainToASCII(unicode)}`)).status, 200)
  })

  test('of an earlier version is found again after the migration, unless the other spelling is taken', async ({
    assert,
  }) => {
    const unicode = `münchen-${newId().slice(-12)}.example`
    const [old, doubled] = [await createMerchant(), await createMerchant()]
    const rename = `update users set email = ? where id = ?`
    await rows(db.connection(), rename, [`old@${unicode}`, old.userId])
    await rows(db.connection(), rename, [`twice@${unicode}`, doubled.userId])
    await register(`twice@${domainToASCII(unicode)}`)
    await new SpellDomains(db.connection(), 'spell_domains', false).execUp()
    const email = `select email from users where id in (?, ?) order by email`
    assert.deepEqual(await rows(db.connection(), email, [old.userId, doubled.userId]), [
      { email: `old@${domainToASCII(unicode)}` },
      { email: `twice@${unicode}` },
    ])
  })
})
