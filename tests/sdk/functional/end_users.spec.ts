import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { LatchkeyPortal } from '#sdk/api/portal'
import type { Tokens } from '#sdk/core/credentials'
import { failureOf } from '#tests/testkit/client'
import { mailedProof } from '#tests/testkit/challenges'
import { createEndUser, openPortal, own, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { publishRelease } from '#tests/testkit/published'
import { dashboardSdk, keyedSdk } from '#tests/testkit/sdk'

const options = { baseUrl: BASE }

const portalOf = (tokens: Tokens) => new LatchkeyPortal({ ...options, tokens })

test.group('SDK for end users', () => {
  test('lets somebody in by a mailed code, renews, and works with licenses and sign-ins', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    await openPortal(merchant, { claimByKey: true })
    const { email } = await createEndUser(merchant)
    assert.equal((await LatchkeyPortal.of(options, orgId)).orgId, orgId)
    const { challengeToken } = await LatchkeyPortal.askForCode(options, { orgId, email })
    const { code } = await mailedProof(email)
    const pairs: unknown[] = []
    const onTokens = (tokens: unknown) => void pairs.push(tokens)
    const portal = await LatchkeyPortal.signInByCode({ ...options, onTokens }, { challengeToken, code })
    assert.lengthOf(pairs, 1)
    assert.equal((await portal.me()).email, email)
    assert.equal((await portal.update({ firstName: 'Ada' })).firstName, 'Ada')
    const [{ key }] = await seedLicenses(merchant, 1)
    const license = await portal.licenses.redeem(key)
    assert.deepEqual(await portal.licenses.get(license.id), license)
    assert.deepEqual((await portal.licenses.list().first()).items, [license])
    assert.isFalse((await portal.licenses.resetHwid(license.id)).changed)
    assert.deepEqual(await portal.licenses.devices(license.id), { devices: [], sessions: [] })
    assert.equal((await failureOf(portal.licenses.get(merchant.orgId)))?.code, 'LICENSE_NOT_FOUND')
    const { items, nextCursor } = await portal.sessions({ limit: 1 }).first()
    assert.isNull(nextCursor)
    const [{ id }] = items
    assert.equal(await portal.endSession(id), id)
    assert.equal((await failureOf(portal.me()))?.code, 'UNAUTHORIZED')
  })

  test('lets somebody in by the key of a license', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { signIn: { licenseKey: true } })
    const [license] = await seedLicenses(merchant, 1)
    const portal = await LatchkeyPortal.signInByLicenseKey(options, {
      orgId: merchant.orgId,
      licenseKey: license.key,
    })
    const found = []
    for await (const { id } of portal.licenses.list()) found.push(id)
    assert.deepEqual(found, [license.id])
  })

  test('carries a ticket from one side to the other, with a file', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const tokens = await signIn(await createEndUser(merchant))
    const mine = new LatchkeyPortal({ ...options, tokens }).tickets
    const { tickets } = dashboardSdk(merchant).org(merchant.orgId)
    const { id } = await mine.open({ subject: 'It does not start', body: 'The window stays empty.' })
    const log = await mine.attach(id, new Blob(['no such file']), 'log.txt')
    assert.containSubset(log, { name: 'log.txt', type: 'text/plain', bytes: 12 })
    await mine.reply(id, { body: 'Here is the log.', attachmentIds: [log.id] })
    await tickets.answer(id, { body: 'Version 2.1 mends this.', status: 'resolved' })
    const texts = []
    for await (const { body } of mine.messages(id)) texts.push(body)
    assert.deepEqual(texts, ['The window stays empty.', 'Here is the log.', 'Version 2.1 mends this.'])
    assert.equal((await mine.reopen(id)).status, 'open')
    assert.equal((await tickets.update(id, { priority: 'high' })).priority, 'high')
    assert.equal((await tickets.close(id)).status, 'closed')
    assert.equal((await failureOf(mine.reply(id, { body: 'Thanks.' })))?.code, 'CLOSED')
    assert.equal((await tickets.list().first()).items[0].id, id)
    assert.equal((await mine.get(id)).status, 'closed')
  })
})

test.group('SDK for the account of an end user', () => {
  test('lets somebody in by a link, an invite and a password, and out again', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    await openPortal(merchant, { signIn: { password: true } })
    const { email } = await createEndUser(merchant)
    await LatchkeyPortal.askForCode(options, { orgId, email })
    const { token } = await mailedProof(email)
    const linked = await LatchkeyPortal.signInByLink(options, token!)
    assert.isTrue((await linked.account.setPassword({ newPassword: PASSWORD })).hasPassword)
    const entered = await LatchkeyPortal.signInByPassword(options, { orgId, email, password: PASSWORD })
    assert.equal(await entered.endAllSessions(), 2)
    assert.equal((await failureOf(linked.me()))?.code, 'UNAUTHORIZED')

    const guest = `${newId()}@example.net`
    await dashboardSdk(merchant).org(orgId).endUsers.invite({ email: guest })
    const invited = await LatchkeyPortal.acceptInvite(options, {
      token: await mailedToken(guest, 'invites you'),
    })
    assert.equal((await invited.me()).email, guest)
    await invited.signOut()
    assert.equal((await failureOf(invited.me()))?.code, 'UNAUTHORIZED')
  })

  test('changes the address, exports, and is erased', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { erasure: 'self' })
    const { email, ...person } = await createEndUser(merchant)
    const portal = portalOf(await signIn(person))
    const { account } = portal
    const next = `${newId()}@example.net`
    const { challengeToken } = await account.changeEmail(next)
    const { code } = await mailedProof(next)
    assert.equal((await account.confirmEmail({ challengeToken, code })).email, next)
    assert.equal((await account.export()).profile.email, next)
    assert.notEqual(email, next)
    const asked = await account.askForErasure()
    if (!('challengeToken' in asked)) throw new Error('A ticket was opened')
    const proof = { challengeToken: asked.challengeToken, code: (await mailedProof(next)).code }
    assert.isAbove(Date.parse(await account.confirmErasure(proof)), Date.now())
    assert.equal(await account.callOffErasure(), person.id)
    assert.isNull((await portal.me()).eraseAt)
  })

  test('finds the releases of a license, and a link to a file', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const person = await createEndUser(merchant)
    const [license] = await seedLicenses(merchant, 1)
    await own(person, license.id)
    const { artifacts } = await publishRelease(merchant, '1.0.0')
    const { licenses } = portalOf(await signIn(person))
    const [release] = (await licenses.releases(license.id, { limit: 1 }).first()).items
    assert.equal(release.version, '1.0.0')
    const { url, filename } = await licenses.download(license.id, artifacts[0].id)
    assert.include(url, `/v1/files/${artifacts[0].id}/${filename}?`)
    const { offered } = await (await keyedSdk(merchant)).releases.explain({ licenseId: license.id })
    assert.equal(offered?.version, '1.0.0')
  })
})

test.group('SDK for the end users of an org', () => {
  test('makes, changes, bans, merges, exports and erases them', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { returnUrls: ['https://shop.example.com/portal'] })
    const people = dashboardSdk(merchant).org(merchant.orgId).endUsers
    const ada = await people.create({ email: 'ada@example.net', externalId: 'u1' })
    assert.equal((await people.update(ada.id, { firstName: 'Ada' })).firstName, 'Ada')
    assert.equal((await failureOf(people.create({ email: 'ada@example.net' })))?.code, 'CONFLICT')
    assert.isTrue((await people.ban(ada.id, { reason: 'chargeback' })).endUser.banned)
    assert.isFalse((await people.unban(ada.id)).banned)
    assert.equal(await people.signOut(ada.id), 0)
    assert.match((await people.portalLink(ada.id)).url, /^https:\/\/shop\.example\.com\/portal#token=/)
    const twin = await people.create({ username: 'ada' })
    const [license] = await seedLicenses(merchant, 1)
    await own({ ...twin, orgId: merchant.orgId }, license.id)
    assert.equal((await people.merge(ada.id, { fromId: twin.id })).endUser.username, 'ada')
    assert.lengthOf((await people.export(ada.id)).licenses, 1)
    assert.equal((await people.erase(ada.id, { licenses: 'revoke' })).id, ada.id)
    assert.isNull((await people.get(ada.id)).email)
  })

  test('invites them, with an API key', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { people } = await keyedSdk(merchant)
    const { id } = await people.invite({ email: 'bob@example.net' })
    assert.deepEqual(
      (await people.invites().first()).items.map((one) => one.id),
      [id]
    )
    assert.equal(await people.withdrawInvite(id), id)
    const bob = await people.create({ email: 'bob@example.net' })
    assert.deepEqual(
      (await people.list({ search: 'bob@' }).first()).items.map((one) => one.id),
      [bob.id]
    )
  })
})
