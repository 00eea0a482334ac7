import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { portalPage } from '#config/portal'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { hashSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { createEndUser, openPortal } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { meeting } from '#tests/testkit/meeting'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { peopleFamilies } from '#tests/testkit/people'

const QUARTER = 15 * 60 * 1000
const returnUrls = ['https://shop.example']
/** A page that no merchant of these tests has named. */
const OTHER = 'https://elsewhere.example'

/** An end user for whom a merchant makes links. */
async function stage() {
  const merchant = await createMerchant()
  await openPortal(merchant, { returnUrls })
  const { id, email } = await createEndUser(merchant)
  const [{ base, credential }] = await peopleFamilies(merchant)
  const make = (body: object = {}) => call('POST', `${base}/${id}/portal-link`, { ...credential, body })
  return { merchant, id, email, make }
}

/** contract/09-end-users#96-the-merchants-side */
test.group('one-time links into the portal', () => {
  test('live 15 minutes, are told to the end user, and open the product of the key alone', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { returnUrls, branding: { name: 'Acme' } })
    for (const { name, base, credential } of await peopleFamilies(merchant)) {
      const { id, email } = await createEndUser(merchant)
      const before = Date.now()
      const body = { returnUrl: 'https://shop.example/account' }
      const answer = await call('POST', `${base}/${id}/portal-link`, { ...credential, body })
      assert.equal(answer.status, 200)
      const { url, expiresAt } = answer.body.data.portalLink
      const [page, token] = url.split('#token=')
      assert.equal(page, body.returnUrl)
      assert.isAtLeast(Date.parse(expiresAt) - QUARTER, before)
      assert.isAtMost(Date.parse(expiresAt) - QUARTER, Date.now())
      const stored = await firstRow<{ purpose: string; productId: string | null }>(
        db.connection(),
        `select purpose, product_id as "productId" from end_user_challenges
         where org_id = ? and end_user_id = ? and link_hash = ?`,
        [merchant.orgId, id, hashSecret(token)]
      )
      const productId = name === 'keyed' ? merchant.productId : null
      assert.deepEqual(stored, { purpose: 'portal_link', productId })
      const [mail, ...more] = await mailsTo(email)
      assert.lengthOf(more, 0)
      assert.include(mail.subject, 'Acme')
      assert.notInclude(mail.text, token)
      const trail = await rows<{ action: string; data: unknown }>(
        db.connection(),
        `select action, data from audit_entries where org_id = ? and subject_id = ?`,
        [merchant.orgId, id]
      )
      assert.deepEqual(trail, [{ action: 'end_user.portal_link_made', data: {} }])
    }
  })

  test('are told to the end user at most once a minute, however many are made', async ({ assert }) => {
    const { email, make } = await stage()
    assert.equal((await make({ returnUrl: OTHER })).status, 400)
    for (let one = 0; one < 3; one++) assert.equal((await make()).status, 200)
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('are told once, whatever was asked for at the same moment: {others}')
    .with([
      { others: 'two that are refused', returnUrls: [OTHER, OTHER] },
      { others: 'one that is refused', returnUrls: [OTHER, undefined] },
      { others: 'two that are made', returnUrls: [undefined, undefined] },
    ])
    .run(async ({ assert }, { returnUrls: [one, another] }) => {
      const { id, email, make } = await stage()
      const lock = `select from end_users where id = '${id}' for update`
      const both = [() => make({ returnUrl: one }), () => make({ returnUrl: another })] as const
      const answers = await meeting(lock, ...both)
      const expected = [one, another].map((url) => (url ? 400 : 200))
      assert.deepEqual(
        answers.map(({ status }) => status),
        expected
      )
      assert.lengthOf(await mailsTo(email), expected.includes(200) ? 1 : 0)
      assert.equal((await make()).status, 200)
      assert.lengthOf(await mailsTo(email), 1)
    })

  test('are told again a minute after the last mail, and at once to another address', async ({ assert }) => {
    const { id, email, make } = await stage()
    const later = (seconds: number) =>
      rows(
        db.connection(),
        `update end_user_challenges set created_at = created_at - ? * interval '1 s' where end_user_id = ?`,
        [seconds, id]
      )
    for (const count of [1, 1, 2]) {
      await make()
      assert.lengthOf(await mailsTo(email), count)
      await later(31)
    }
    const other = `${newId()}@example.net`
    await rows(db.connection(), `update end_users set email = ? where id = ?`, [other, id])
    await make()
    assert.lengthOf(await mailsTo(other), 1)
  })

  test('are told although the exchange has just made another one, which its merchant hands out', async ({
    assert,
  }) => {
    const { merchant, id, email, make } = await stage()
    const { key } = await createApiKey(merchant, ['end_user:write'])
    const path = `/v1/products/${merchant.productId}/end-users/exchange`
    const body = { email, emailVerified: true, returnUrl: 'https://shop.example' }
    const { endUser, portalLink } = (await call('POST', path, { apiKey: key, body })).body.data
    assert.equal(endUser.id, id)
    assert.isString(portalLink.url)
    await make()
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('lead to the first page of the portal if none is named', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { returnUrls })
    const { id } = await createEndUser(merchant)
    for (const { base, credential } of await peopleFamilies(merchant)) {
      const answer = await call('POST', `${base}/${id}/portal-link`, { ...credential, body: {} })
      assert.match(answer.body.data.portalLink.url, /^https:\/\/shop\.example\/#token=[\w-]{43}$/)
    }
  })

  test('lead to the page at the service if the portal names none', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { id } = await createEndUser(merchant)
    for (const { base, credential } of await peopleFamilies(merchant)) {
      for (const body of [{}, { returnUrl: portalPage(merchant.orgId) }]) {
        const answer = await call('POST', `${base}/${id}/portal-link`, { ...credential, body })
        const [page, token] = answer.body.data.portalLink.url.split('#token=')
        assert.equal(page, portalPage(merchant.orgId))
        assert.lengthOf(token, 43)
      }
      const body = { returnUrl: portalPage(merchant.userId) }
      const answer = await call('POST', `${base}/${id}/portal-link`, { ...credential, body })
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
    }
  })

  test('end with a ban', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { returnUrls })
    const { id } = await createEndUser(merchant)
    const [{ base, credential }] = await peopleFamilies(merchant)
    await call('POST', `${base}/${id}/portal-link`, { ...credential, body: {} })
    assert.equal((await call('POST', `${base}/${id}/ban`, { ...credential, body: {} })).status, 200)
    const live = await rows(
      db.connection(),
      `select 1 from end_user_challenges where end_user_id = ? and used_at is null`,
      [id]
    )
    assert.lengthOf(live, 0)
    const late = await call('POST', `${base}/${id}/portal-link`, { ...credential, body: {} })
    assert.deepEqual([late.status, late.body.error.code], [403, 'USER_BANNED'])
  })

  test('are refused for other pages, closed portals and people who are gone', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    const [{ id }, foreign] = [await createEndUser(merchant), await createEndUser(stranger)]
    const [merged, erased] = [await createEndUser(merchant), await createEndUser(merchant)]
    await rows(db.connection(), `update end_users set merged_into = ? where id = ?`, [id, merged.id])
    await rows(db.connection(), `update end_users set erased_at = now() where id = ?`, [erased.id])
    for (const { base, credential } of await peopleFamilies(merchant)) {
      const ask = async (person: string, body: object = {}) => {
        const answer = await call('POST', `${base}/${person}/portal-link`, { ...credential, body })
        return `${answer.status} ${answer.body.error?.code}`
      }
      await openPortal(merchant, { enabled: false })
      assert.equal(await ask(id), '409 CONFLICT')
      await openPortal(merchant, { returnUrls })
      assert.equal(await ask(id, { returnUrl: 'https://shop.example.evil' }), '400 VALIDATION_ERROR')
      assert.equal(await ask(id, { returnURL: 'https://shop.example' }), '400 VALIDATION_ERROR')
      assert.equal(await ask('nobody'), '400 VALIDATION_ERROR')
      assert.equal(await ask(newId()), '404 USER_NOT_FOUND')
      assert.equal(await ask(foreign.id), '404 USER_NOT_FOUND')
      assert.equal(await ask(merged.id), '409 CONFLICT')
      assert.equal(await ask(erased.id), '409 CONFLICT')
    }
  })
})
