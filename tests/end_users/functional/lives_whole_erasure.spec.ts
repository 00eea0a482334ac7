import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import type { Assert } from '@japa/assert'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import PruneExpired from '#system/maintenance/prune_expired'
import { call, type Answer } from '#tests/testkit/api'
import { mailedProof } from '#tests/testkit/challenges'
import { enterByCode, knock } from '#tests/testkit/doors'
import { foundInDump, foundInFiles, foundSealed } from '#tests/testkit/dump'
import { openPortal, signIn } from '#tests/testkit/end_users'
import { forgetAttempts } from '#kernel/limits/attempt_limits'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailedToken } from '#tests/testkit/mails'
import { PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { bind, openSession } from '#tests/testkit/own_licenses'
import { connect, drain, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { postAttachment } from '#tests/testkit/tickets'

type Made = { assert: Assert; merchant: Merchant; tag: string; base: string }

/** Makes a call as the merchant; the call must succeed. */
function asMerchant({ assert, merchant }: Made) {
  return async (method: string, path: string, body?: object) => {
    const headers = method === 'GET' ? undefined : { 'idempotency-key': newId() }
    return good(assert, await call(method, path, { token: merchant.token, body, headers }))
  }
}

/** The stored answers to what an end user may send again, with every kind of token. */
function answersTo(endUserId: string) {
  return rows(db.connection(), `select 1 from idempotency_keys where scope like ?`, [`endUser:${endUserId}%`])
}

function good(assert: Assert, answer: Answer) {
  assert.include([200, 201, 202], answer.status, JSON.stringify(answer.body))
  return answer.body.data
}

/**
 * Creates an end user with a unique text in every field, an address that they gave up, and another account that was
 * merged.
 */
async function live(made: Made) {
  const { assert, merchant, tag, base } = made
  const ask = asMerchant(made)
  const { orgId } = merchant
  const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-${tag}@example.net`)
  await ask('POST', `${base}/invites`, { email: first, licenseIds: [] })
  const agent = { 'user-agent': `agent-${tag}` }
  const token = await mailedToken(first, 'invites you')
  const entered = good(
    assert,
    await knock('invites/accept', { token, password: `${PASSWORD}-${tag}` }, agent)
  )
  const { id } = entered.endUser
  const own = (method: string, path: string, body?: object) =>
    call(method, `/v1/enduser${path}`, { token: entered.tokens.accessToken as string, body, headers: agent })
  const narrowed = await signIn({ id, orgId }, { door: 'exchange', productId: merchant.productId })
  for (const token of [entered.tokens.accessToken as string, narrowed.accessToken]) {
    const headers = { 'idempotency-key': newId(), ...agent }
    good(assert, await call('PATCH', '/v1/enduser/me', { token, body: { lastName: `Last-${tag}` }, headers }))
  }
  good(
    assert,
    await own('PATCH', '/me', {
      firstName: `First-${tag}`,
      lastName: `Last-${tag}`,
      username: `user-${tag}`,
      locale: 'sl-nedis',
    })
  )
  await ask('PATCH', `${base}/${id}`, { externalId: `ext-${tag}`, metadata: { shoe: `size-${tag}` } })
  await forgetAttempts('endUserMail', `${orgId} ${first}`)
  good(assert, await enterByCode(orgId, first))
  const moving = good(assert, await own('POST', '/me/email', { email: second }))
  const { code } = await mailedProof(second)
  good(assert, await own('POST', '/me/email/confirm', { challengeToken: moving.challengeToken, code }))
  const other = (await ask('POST', base, { email: third, username: `twin-${tag}` })).endUser.id as string
  await ask('POST', `${base}/invites`, { email: third })
  await ask('POST', `${base}/${id}/merge`, { fromId: other })
  return { id, own, first, second, third }
}

/** contract/09-end-users#96-the-merchants-side */
test.group('the erasure of somebody who has used everything', () => {
  test('leaves nothing of them in any table, sealed value or file', async ({ assert }) => {
    const { merchant } = await createShop()
    await openPortal(merchant, {
      registration: 'open',
      returnUrls: ['https://shop.example'],
      signIn: { password: true },
    })
    const tag = newId().slice(-12)
    const made = { assert, merchant, tag, base: `/v1/dashboard/orgs/${merchant.orgId}/end-users` }
    const ask = asMerchant(made)
    const { id, own, first, second, third } = await live(made)

    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    good(assert, await own('POST', '/licenses/redeem', { licenseKey: license.key }))
    const ip = `2001:db8:${tag.slice(0, 4)}:${tag.slice(4, 8)}::${tag.slice(8)}`
    await bind(license.id, 'IP', [ip])
    await openSession(license.id, 'one', { hwid: 'device', ip })

    const { ticket } = good(
      assert,
      await own('POST', '/tickets', { subject: `Subject ${tag}`, body: `Body ${tag}` })
    )
    const file = await postAttachment(
      `/v1/dashboard/tickets/${ticket.id}`,
      merchant.token,
      `content ${tag}`,
      `name-${tag}.txt`
    )
    const attachmentIds = [good(assert, file).attachment.id as string]
    await ask('POST', `/v1/dashboard/tickets/${ticket.id}/messages`, { body: `Dear ${tag}`, attachmentIds })
    await ask('POST', `/v1/dashboard/tickets/${ticket.id}/messages`, {
      body: `Beware of ${tag}`,
      internal: true,
    })
    await ask('PATCH', `/v1/dashboard/tickets/${ticket.id}`, { tags: [`tag-${tag}`] })

    const listing = await createListing(merchant, { fulfilment: 'manual' })
    const { order } = good(
      assert,
      await own('POST', '/orders', { listingId: listing.id, note: `note-${tag}` })
    )
    await ask('POST', `${ordersPath(merchant)}/${order.id}/reject`, { reason: `reject-${tag}` })
    const processor = await connect(merchant)
    await tell(processor.id, 'hello', {})
    const customer = { email: second, name: `Payer-${tag}` }
    const listingId = (await createListing(merchant)).id
    assert.equal(
      (await tell(processor.id, 'purchase.paid', { ref: newId(), listingId, customer })).status,
      200
    )
    await drain()

    const ban = await ask('POST', `${made.base}/${id}/ban`, { reason: `ban-${tag}`, suspendLicenses: true })
    await runToEnd(ban.operation.id)
    const values = [first, second, third, ip, `First-${tag}`, `Last-${tag}`, `user-${tag}`, `ext-${tag}`]
    values.push(
      `size-${tag}`,
      `agent-${tag}`,
      `Subject ${tag}`,
      `Body ${tag}`,
      `Dear ${tag}`,
      `Beware of ${tag}`
    )
    values.push(`name-${tag}`, `tag-${tag}`, `note-${tag}`, `reject-${tag}`, `ban-${tag}`, 'sl-nedis')
    const before = await foundInDump(values)
    assert.sameMembers(Object.keys(before), values)
    assert.deepEqual(before[`ban-${tag}`], ['end_users'])
    assert.deepEqual(await foundSealed(['processor_events'], [`Payer-${tag}`]), {
      [`Payer-${tag}`]: ['processor_events'],
    })
    assert.deepEqual(Object.keys(await foundSealed(['idempotency_keys'], [first, second, third])), [
      ...[first, second, third],
    ])
    const path = `attachments/${attachmentIds[0]}`
    assert.isTrue(await drive.use().exists(path))
    for (const format of ['csv', 'json']) {
      const exported = await ask(
        'GET',
        `/v1/dashboard/orgs/${merchant.orgId}/licenses/export?format=${format}`
      )
      await runToEnd(exported.operation.id)
    }
    assert.lengthOf(await foundInFiles(tag), 1, 'the attachment alone names the person, no export')

    assert.lengthOf(await answersTo(id), 2)
    await ask('DELETE', `${made.base}/${id}`)
    assert.isEmpty(await answersTo(id))
    assert.deepEqual(await foundInDump([...values, tag]), {})
    assert.deepEqual(await foundSealed(['processor_events', 'mails', 'idempotency_keys'], [tag]), {})
    await (await app.container.make(PruneExpired)).execute()
    assert.isFalse(await drive.use().exists(path))
    assert.isEmpty(await foundInFiles(tag))
  }).timeout(30_000)
})
