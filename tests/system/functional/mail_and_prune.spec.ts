import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import SendDueMails from '#kernel/mail/send_due_mails'
import { newId } from '#kernel/secrets/ids'
import { claim, KEPT_MS } from '#http/idempotency'
import { recordMail } from '#kernel/mail/mails'
import { consume } from '#kernel/limits/rate_limits'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import PruneExpiredJob from '#system/maintenance/prune_expired_job'
import PruneSessionsJob from '#runtime/jobs/prune_sessions_job'
import MailSendJob from '#kernel/mail/mail_send_job'
import { insist } from '#tests/testkit/insist'
import { authorize, createVendor, seedLicense, stored } from '#tests/testkit/runtime'
import { mailsTo } from '#tests/testkit/mails'
import { call } from '#tests/testkit/api'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { enableTotp, totpCode } from '#tests/testkit/totp'
import { wrongBy } from '#tests/testkit/wrong_clock'

const address = () => `${newId()}@example.com`
const write = (to: string) =>
  transaction((trx) => recordMail(trx, { to, subject: 'Subject', text: 'Text' }, Date.now()))
const { signal } = new AbortController()

/** Sends the mails that are due as a worker does: a job ends after a while, and asks for another one. */
async function sendAll() {
  const job = await app.container.make(MailSendJob)
  for (;;) if (!(await job.handle({}, { signal }))?.again) return
}

/** Claims two Idempotency-Keys, of which the first `expired` ones are too old to keep. `left` reads those still there. */
async function claimTwo(cleanup: TestContext['cleanup'], expired: number) {
  const keys = [`key_${newId()}`, `key_${newId()}`]
  for (const key of keys) {
    const claimed = await claim('user:prune', key, { target: 'target', whole: 'whole' })
    cleanup(async () => void ('claimed' in claimed && (await claimed.claimed.release())))
  }
  await rows(db.connection(), 'update idempotency_keys set created_at = ? where key = any(?)', [
    new Date(Date.now() - KEPT_MS - 1000),
    keys.slice(0, expired),
  ])
  const left = () => rows(db.connection(), 'select key from idempotency_keys where key = any(?)', [keys])
  return { keys, left }
}

test.group('mail.send', () => {
  test('sends each mail once, also when several workers run twice', async ({ assert }) => {
    const to = address()
    await write(to)
    await write(to)
    assert.lengthOf(await mailsTo(to), 2)
    await Promise.all([sendAll(), sendAll()])
    assert.lengthOf(await mailsTo(to), 0)
    await sendAll()
  })

  test('a mail goes with its transaction or not at all', async ({ assert }) => {
    const to = address()
    await assert.rejects(() =>
      transaction(async (trx) => {
        await recordMail(trx, { to, subject: 'Subject', text: 'Text' }, Date.now())
        throw new Error('rolled back')
      })
    )
    assert.lengthOf(await mailsTo(to), 0)
  })

  test('a mail that cannot be sent waits, and is dropped in the end', async ({ assert }) => {
    const id = newId()
    await rows(
      db.connection(),
      `insert into mails (id, sealed_content, due_at, created_at) values (?, 'unreadable', now() - interval '1 second', now())`,
      [id]
    )
    const find = () =>
      firstRow<{ attempts: number; waits: boolean }>(
        db.connection(),
        'select attempts, due_at > now() as waits from mails where id = ?',
        [id]
      )
    await new SendDueMails().execute(signal)
    assert.deepEqual(await find(), { attempts: 1, waits: true })
    await rows(
      db.connection(),
      `update mails set attempts = 77, due_at = now() - interval '1 second' where id = ?`,
      [id]
    )
    await new SendDueMails().execute(signal)
    assert.isNull(await find())
  })

  test('a mail that a machine with a fast clock has written is sent at once', async ({ assert, cleanup }) => {
    const to = address()
    const { setRight } = wrongBy(60_000, cleanup)
    await write(to)
    setRight()
    await new SendDueMails().execute(signal)
    assert.lengthOf(await mailsTo(to), 0)
  })

  test('a stopped worker leaves the rest for the next', async ({ assert }) => {
    const to = address()
    await write(to)
    await new SendDueMails().execute(AbortSignal.abort())
    assert.lengthOf(await mailsTo(to), 1)
    await new SendDueMails().execute(signal)
    assert.lengthOf(await mailsTo(to), 0)
  })
})

test.group('expired.prune', () => {
  test('leaves a window and a nonce that somebody holds for the next time', async ({ assert }) => {
    const [held, free] = [newId(), newId()]
    for (const table of ['rate_limits (key, used, until)', 'nonces (key, until)']) {
      const value = table.startsWith('rate') ? '1, 1' : '1'
      await rows(db.connection(), `insert into ${table} values (?, ${value}), (?, ${value})`, [held, free])
    }
    const trx = await db.transaction()
    await rows(trx, 'select key from rate_limits where key = ? for update', [held])
    await rows(trx, 'select key from nonces where key = ? for update', [held])
    await (await app.container.make(PruneExpiredJob)).handle()
    await trx.rollback()
    for (const table of ['rate_limits', 'nonces']) {
      const left = await rows(db.connection(), `select key from ${table} where key in (?, ?)`, [held, free])
      assert.deepEqual(left, [{ key: held }])
    }
  })

  test('leaves what somebody works on for its next run, in tables of requests too', async ({
    assert,
    cleanup,
  }) => {
    const { keys, left } = await claimTwo(cleanup, 2)
    const [held] = keys
    const job = await app.container.make(PruneExpiredJob)
    const trx = await db.transaction()
    cleanup(async () => void (trx.isCompleted || (await trx.rollback())))
    await rows(trx, 'select key from idempotency_keys where key = ? for update', [held])
    await job.handle()
    assert.deepEqual(await left(), [{ key: held }])
    await trx.rollback()
    await job.handle()
    assert.isEmpty(await left())
  })

  test('takes what has expired and nothing else, and may run twice', async ({ assert, cleanup }) => {
    const { keys, left } = await claimTwo(cleanup, 1)
    const bucket = { key: `t:${newId()}`, limit: 2 }
    await consume([bucket])
    const job = await app.container.make(PruneExpiredJob)
    await job.handle()
    await job.handle()
    assert.deepEqual(await left(), [{ key: keys[1] }])
    assert.deepEqual((await consume([bucket])).remaining, [0])
  })
})

test.group('expired.prune on a machine whose clock is wrong', () => {
  test('leaves a nonce that a replayed call could still use', async ({ assert, cleanup }) => {
    const key = newId()
    await rows(db.connection(), 'insert into nonces (key, until) values (?, ?)', [key, Date.now() + 602_000])
    const { setRight } = wrongBy(700_000, cleanup)
    await (await app.container.make(PruneExpiredJob)).handle()
    setRight()
    assert.lengthOf(await rows(db.connection(), 'select key from nonces where key = ?', [key]), 1)
  })

  test('leaves the challenge of somebody who signs in where the service is slower than its database', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    wrongBy(-1_200_000, cleanup)
    const { secret } = await enableTotp(merchant)
    const { email } = merchant
    const { body } = await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
    await (await app.container.make(PruneExpiredJob)).handle()
    const { challengeToken } = body.data
    const code = await totpCode(secret)
    const answer = await call('POST', '/v1/auth/totp/verify-login', { body: { challengeToken, code } })
    assert.equal(answer.status, 200)
  })
})

test.group('sessions.prune', () => {
  test('takes what lapsed long ago, of licenses that never call again, and nothing else', async ({
    assert,
  }) => {
    const vendor = await createVendor()
    const { id } = await seedLicense(vendor)
    await rows(
      db.connection(),
      `insert into license_sessions (license_id, id, ip, started_at, last_seen_at, expires_at)
       select ?, v.name, '127.0.0.1', now(), now(), now() + v.until
       from (values ('alive', interval '1 hour'), ('just lapsed', interval '-1 minute'),
         ('held', interval '-2 hours'), ('long gone', interval '-2 hours')) v (name, until)`,
      [id]
    )
    const trx = await db.transaction()
    await rows(trx, `select id from license_sessions where license_id = ? and id = 'held' for update`, [id])
    const job = await app.container.make(PruneSessionsJob)
    await job.handle({}, { signal })
    await trx.rollback()
    const left = async () => (await stored(id)).sessions.map((one) => one.id).toSorted()
    assert.deepEqual(await left(), ['alive', 'held', 'just lapsed'])
    await job.handle({}, { signal })
    await job.handle({}, { signal })
    assert.deepEqual(await left(), ['alive', 'just lapsed'])
  })

  test('leaves seats that are taken, also where the clock of the worker is ahead', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 1 })
    const license = await seedLicense(vendor)
    assert.equal((await insist(() => authorize(vendor, license.key, { sessionId: 'desk' }))).status, 200)
    wrongBy(2 * 3_600_000, cleanup)
    const job = await app.container.make(PruneSessionsJob)
    await job.handle({}, { signal })
    assert.deepEqual(
      (await stored(license.id)).sessions.map(({ id }) => id),
      ['desk']
    )
  })
})
