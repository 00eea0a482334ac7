import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import SendDueMails from '#actions/mail/send_due_mails'
import { newId } from '#services/ids'
import { claim, KEPT_MS } from '#services/idempotency'
import { recordMail } from '#services/mails'
import { consume } from '#services/rate_limits'
import { firstRow, rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import PruneExpiredJob from '#jobs/prune_expired_job'
import MailSendJob from '#jobs/mail_send_job'
import { mailsTo } from '#tests/support/mails'

const address = () => `${newId()}@example.com`
const write = (to: string) =>
  transaction((trx) => recordMail(trx, { to, subject: 'Subject', text: 'Text' }, Date.now()))
const { signal } = new AbortController()

test.group('mail.send', () => {
  test('sends each mail once, also when several workers run twice', async ({ assert }) => {
    const to = address()
    await write(to)
    await write(to)
    assert.lengthOf(await mailsTo(to), 2)
    const jobs = await Promise.all([app.container.make(MailSendJob), app.container.make(MailSendJob)])
    await Promise.all(jobs.map((job) => job.handle({}, { signal })))
    assert.lengthOf(await mailsTo(to), 0)
    await jobs[0].handle({}, { signal })
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
  test('takes what has expired and nothing else, and may run twice', async ({ assert, cleanup }) => {
    const [old, fresh] = [`key_${newId()}`, `key_${newId()}`]
    for (const key of [old, fresh]) {
      const claimed = await claim('user:prune', key, 'fingerprint')
      cleanup(async () => void ('claimed' in claimed && (await claimed.claimed.release())))
    }
    await rows(db.connection(), 'update idempotency_keys set created_at = ? where key = ?', [
      new Date(Date.now() - KEPT_MS - 1000),
      old,
    ])
    const bucket = { key: `t:${newId()}`, limit: 2 }
    await consume([bucket])
    const job = await app.container.make(PruneExpiredJob)
    await job.handle()
    await job.handle()
    const left = await rows<{ key: string }>(
      db.connection(),
      'select key from idempotency_keys where key in (?, ?)',
      [old, fresh]
    )
    assert.deepEqual(left, [{ key: fresh }])
    assert.deepEqual((await consume([bucket])).remaining, [0])
  })
})
