import { test } from '@japa/runner'
import { LatchkeyPortal } from '#sdk/api/portal'
import { freePort } from '#kernel/net/free_port'
import { newId } from '#kernel/secrets/ids'
import { failureOf } from '#tests/testkit/client'
import { foundInDump } from '#tests/testkit/dump'
import { BASE } from '#tests/testkit/http'
import { call, createVendor } from '#tests/testkit/runtime'
import { dashboardSdk } from '#tests/testkit/sdk'
import { startSmtp } from '#tests/testkit/smtp'
import { until } from '#tests/testkit/wait'
import { killWorker, startWorker } from '#tests/testkit/worker_process'

const options = { baseUrl: BASE }

/** Starts a worker that sends mail, and the mail server that it uses. */
async function post() {
  const port = await freePort()
  const smtp = await startSmtp({ port })
  const settings = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_FROM: 'keys@latchkey.example' }
  const worker = await startWorker(settings, ['mail'])
  return {
    /** Waits for the first mail to an address whose text matches. */
    mail: (to: string, text: RegExp) =>
      until(`a mail with ${text}`, () =>
        smtp.received.find((one) => one.to.includes(to) && text.test(one.text))
      ),
    texts: () => smtp.received.map(({ text }) => text).join('\n'),
    async [Symbol.asyncDispose]() {
      await killWorker(worker)
      await smtp[Symbol.asyncDispose]()
    },
  }
}

/** contract/09-end-users, contract/11-tickets */
test.group('an end user and a merchant, with the SDK and a mail server', () => {
  test('from the mailed code to the erasure', async ({ assert }) => {
    await using mails = await post()
    const merchant = await createVendor()
    const org = dashboardSdk(merchant).org(merchant.orgId)
    const { orgId, productId } = merchant
    await org.portal.update({ enabled: true, registration: 'open', branding: { name: 'Acme' } })
    const policyOverride = { hwidMode: 'limit', hwidLimit: 1 } as const
    const [{ key: licenseKey }] = await org.licenses.create({ productId, policyOverride })
    const email = `jane-${newId()}@example.net`

    const { challengeToken } = await LatchkeyPortal.askForCode(options, { orgId, email })
    const { text } = await mails.mail(email, /^ {2}\d{6}\r$/m)
    const code = /^ {2}(\d{6})\r$/m.exec(text)![1]
    const portal = await LatchkeyPortal.signInByCode(options, { challengeToken, code })
    const { id: endUserId } = await portal.me()

    const { id: licenseId, status } = await portal.licenses.redeem(licenseKey.toLowerCase())
    assert.equal(status, 'ACTIVE')
    const authorize = async (hwid: string) => (await call(merchant, { productId, licenseKey, hwid })).status
    assert.deepEqual([await authorize('old laptop'), await authorize('new laptop')], [200, 403])
    const [device] = (await portal.licenses.devices(licenseId)).devices
    assert.equal(await portal.licenses.release(licenseId, device.id), device.id)
    assert.equal(await authorize('new laptop'), 200)
    assert.containSubset((await portal.licenses.get(licenseId)).resets.hwid, { used: 1, remaining: 2 })

    const ticket = await portal.tickets.open({
      subject: 'It does not start',
      body: 'Since the update',
      licenseId,
    })
    const told = await mails.mail(merchant.email, /opened the ticket #1/)
    assert.include(told.text, `/${orgId}/tickets/${ticket.id}`)
    await org.tickets.answer(ticket.id, { body: 'Please install 1.3' })
    await mails.mail(email, new RegExp(`#ticket=${ticket.id}`))
    assert.notMatch(mails.texts(), /Please install|Since the update/)
    assert.equal((await portal.tickets.get(ticket.id)).status, 'waiting')

    assert.isTrue((await org.endUsers.ban(endUserId, { reason: 'chargeback' })).endUser.banned)
    assert.equal((await failureOf(portal.me()))?.code, 'USER_BANNED')
    assert.isFalse((await org.endUsers.unban(endUserId)).banned)
    const other = await org.endUsers.create({ email: `work-${email}`, externalId: 'customer-17' })
    const { endUser } = await org.endUsers.merge(endUserId, { fromId: other.id })
    assert.containSubset(endUser, { email, externalId: 'customer-17', licenseCount: 1 })
    await mails.mail(email, /has merged two of your accounts/)
    assert.lengthOf((await org.endUsers.export(endUserId)).tickets, 1)
    assert.equal((await org.endUsers.erase(endUserId)).id, endUserId)
    assert.deepEqual(await foundInDump([email, 'Since the update']), {})
    assert.equal(await authorize('new laptop'), 200)
  }).timeout(60_000)
})
