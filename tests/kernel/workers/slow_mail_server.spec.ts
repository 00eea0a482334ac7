import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { freePort } from '#kernel/net/free_port'
import { firstRow } from '#kernel/database/sql'
import { recordMails } from '#kernel/mail/mails'
import { transaction } from '#kernel/database/unit_of_work'
import {
  askForNewPassword,
  dropAllMails,
  mailWorker,
  mailWorkers,
  messageIdOf,
  noMailIsLeft,
  wakeMailWorker,
} from '#tests/testkit/mail_worker'
import { startSmtp } from '#tests/testkit/smtp'
import { until } from '#tests/testkit/wait'
import { killWorker } from '#tests/testkit/worker_process'

/** Confirms each mail at once, except the first ones: those only when `confirm` is called. */
async function slowServer(port = 0, slow = 1) {
  const { promise, resolve: confirm } = Promise.withResolvers<void>()
  let held = 0
  const smtp = await startSmtp({ port, confirm: async () => (held++ < slow ? promise : undefined) })
  const close = async () => {
    confirm()
    await smtp[Symbol.asyncDispose]()
  }
  return { ...smtp, confirm, [Symbol.asyncDispose]: close }
}

/** Has the first mail sent, until the server has it and does not confirm it; returns its address. */
async function firstMail({ received }: Awaited<ReturnType<typeof slowServer>>) {
  const email = await askForNewPassword()
  await until('the first mail', () => received.length === 1)
  return email
}

/** Writes mails to these addresses in one transaction, which calls one worker. */
async function recordTogether(addresses: string[]) {
  const mails = addresses.map((to) => ({ to, subject: 'Subject', text: 'Text', orgId: null }))
  await transaction((trx) => recordMails(trx, mails, Date.now()))
}

test.group('a mail server that is slow to confirm a mail', (group) => {
  group.tap((test) => test.tags(['@once']).timeout(60_000))
  let port: number
  group.setup(async () => {
    port = await freePort()
    const worker = await mailWorker(port)
    return () => worker[Symbol.asyncDispose]()
  })
  group.each.setup(dropAllMails)

  test('does not hold up the other mails', async ({ assert }) => {
    await using smtp = await slowServer(port)
    await firstMail(smtp)
    const others = [await askForNewPassword(), await askForNewPassword(), await askForNewPassword()]
    await until('the other mails', () => smtp.received.length === 4)
    assert.sameMembers(
      smtp.received.slice(1).flatMap(({ to }) => to),
      others
    )
    smtp.confirm()
    await until('nothing to be left', noMailIsLeft)
  })

  test('for as many mails as a worker sends at a time does not hold up the others', async ({ assert }) => {
    await using smtp = await slowServer(port, 3)
    for (let held = 1; held <= 3; held++) {
      await askForNewPassword()
      await until('a held mail', () => smtp.received.length === held)
    }
    const other = await askForNewPassword()
    await until('the other mail', () => smtp.received.length === 4, 30_000)
    assert.deepEqual(smtp.received[3].to, [other])
    smtp.confirm()
    await until('nothing to be left', noMailIsLeft)
    assert.lengthOf(smtp.received, 4)
  })

  test('gets as many mails as a worker sends at a time, also if one call was made for all', async ({
    assert,
  }) => {
    await using smtp = await slowServer(port, 3)
    const addresses = ['a@example.com', 'b@example.com', 'c@example.com']
    await recordTogether(addresses)
    // A mail that is held leaves its place to the next one after 10 seconds.
    await until('all mails', () => smtp.received.length === 3, 8_000)
    smtp.confirm()
    await until('nothing to be left', noMailIsLeft)
    assert.sameMembers(
      smtp.received.flatMap(({ to }) => to),
      addresses
    )
  })

  test('gets it once, also if it takes longer than a claim lasts that is not renewed', async ({ assert }) => {
    await using smtp = await slowServer(port)
    const email = await firstMail(smtp)
    const claimed = await firstRow<{ until: Date }>(db.connection(), 'select due_at as until from mails')
    const lapsed = () => firstRow(db.connection(), 'select where now() > ?', [claimed!.until])
    await until('the end of the first lease', lapsed, 30_000)
    // The worker looks for the mail that has been due for longest.
    const next = await askForNewPassword()
    await until('the next mail', () => smtp.received.length > 1)
    smtp.confirm()
    await until('nothing to be left', noMailIsLeft)
    assert.deepEqual(
      smtp.received.flatMap(({ to }) => to),
      [email, next]
    )
  })
})

test.group('a worker that ends while a mail server is slow to confirm a mail', (group) => {
  group.tap((test) => test.tags(['@once']).timeout(120_000))
  group.each.setup(dropAllMails)

  test('by SIGTERM ends in time, and the next one sends the mail again under its Message-ID', async ({
    assert,
    cleanup,
  }) => {
    await using smtp = await slowServer()
    const workers = mailWorkers(smtp.port, { SHUTDOWN_GRACE: '1000' })
    cleanup(() => workers.close())
    const worker = await workers.begin()
    const email = await firstMail(smtp)
    worker.child.kill('SIGTERM')
    await until('the end of the worker', () => worker.child.exitCode !== null)
    await workers.begin({ last: true })
    await until('nothing to be left', noMailIsLeft)
    const [first, second] = smtp.received
    assert.lengthOf(smtp.received, 2)
    assert.deepEqual([first.to, second.to], [[email], [email]])
    assert.exists(messageIdOf(first))
    assert.equal(messageIdOf(first), messageIdOf(second))
  })

  test('by SIGKILL leaves it to the next one, which sends it soon', async ({ assert, cleanup }) => {
    await using smtp = await slowServer()
    const workers = mailWorkers(smtp.port)
    cleanup(() => workers.close())
    const worker = await workers.begin()
    await firstMail(smtp)
    await killWorker(worker)
    await workers.begin({ last: true })
    const sent = async () => {
      await wakeMailWorker()
      return noMailIsLeft()
    }
    await until('nothing to be left', sent, 30_000, 1000)
    assert.lengthOf(smtp.received, 2)
    assert.equal(messageIdOf(smtp.received[0]), messageIdOf(smtp.received[1]))
  })

  test('by SIGTERM begins no more mails soon after, so that those it has begun are sent once', async ({
    assert,
    cleanup,
  }) => {
    let pause = 300
    await using smtp = await startSmtp({ confirm: () => delay(pause) })
    const workers = mailWorkers(smtp.port, { SHUTDOWN_GRACE: '10000' })
    cleanup(() => workers.close())
    const worker = await workers.begin()
    const addresses = Array.from({ length: 120 }, (_, at) => `reader-${at}@example.com`)
    await recordTogether(addresses)
    await until('the first mails', () => smtp.received.length > 0)
    worker.child.kill('SIGTERM')
    await until('the end of the worker', () => worker.child.exitCode !== null)
    assert.isBelow(smtp.received.length, addresses.length)
    pause = 0
    await workers.begin({ last: true })
    await until('nothing to be left', noMailIsLeft)
    assert.sameMembers(
      smtp.received.flatMap(({ to }) => to),
      addresses
    )
  })
})
