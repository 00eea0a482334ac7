import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { freePort } from '#kernel/net/free_port'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import {
  askForNewPassword,
  dropAllMails,
  mailWorker,
  messageIdOf,
  noMailIsLeft,
  waitingMails,
  wakeMailWorker,
} from '#tests/testkit/mail_worker'
import { ACCOUNT, makeCertificate, startSmtp } from '#tests/testkit/smtp'
import { until } from '#tests/testkit/wait'
import { killWorker, startWorker } from '#tests/testkit/worker_process'

/** Waits until every attempt of the mails is over, and the number of attempts is `number`. */
const tried = (number: number) =>
  until(`attempt ${number} of each`, async () => {
    const mails = await waitingMails()
    return mails.length > 0 && mails.every(({ attempts, waits }) => attempts === number && waits)
  })

/** Simulates the passing of time: makes every mail due and wakes the worker. */
async function fastForward() {
  await rows(db.connection(), `update mails set due_at = now() - interval '1 second'`)
  await wakeMailWorker()
}

const account = { SMTP_USERNAME: ACCOUNT.username, SMTP_PASSWORD: ACCOUNT.password }

test.group('mail over SMTP', (group) => {
  // One worker for all of them: each mail server starts at the port that it uses.
  let port: number
  group.setup(async () => {
    port = await freePort()
    const worker = await mailWorker(port)
    return () => worker[Symbol.asyncDispose]()
  })
  group.each.setup(async () => {
    await dropAllMails()
  })

  test('a mail goes through the queue to the mail server, and its token works', async ({ assert }) => {
    await using smtp = await startSmtp({ port })
    const email = await askForNewPassword()
    const { from, to, text } = await until('the mail', () => smtp.received[0])
    assert.equal(from, 'keys@latchkey.example')
    assert.deepEqual(to, [email])
    assert.match(text, /^Subject: Choose a new password\r$/m)
    const token = /^Token: ([\w-]+)\r$/m.exec(text)![1]
    const body = { token, password: 'another fine phrase' }
    assert.equal((await call('POST', '/v1/auth/reset-password', { body })).status, 200)
    await until('the second mail', () => smtp.received.some(({ text }) => text.includes('was changed')))
    await until('nothing to be left', noMailIsLeft)
    assert.lengthOf(smtp.received, 2)
  })

  test('while the mail server is down mails wait, and each arrives once when it is back', async ({
    assert,
  }) => {
    const emails = [await askForNewPassword(), await askForNewPassword(), await askForNewPassword()]
    await tried(1)
    await fastForward()
    await tried(2)
    assert.lengthOf(await waitingMails(), 3)
    await using smtp = await startSmtp({ port })
    await fastForward()
    await until('nothing to be left', noMailIsLeft)
    assert.sameMembers(
      smtp.received.flatMap(({ to }) => to),
      emails
    )
  })

  test('a mail that is sent again, because its confirmation was lost, has the same Message-ID', async ({
    assert,
  }) => {
    let failures = 1
    const confirm = async () => {
      if (failures-- > 0) throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    }
    await using smtp = await startSmtp({ port, confirm })
    await askForNewPassword()
    await tried(1)
    await fastForward()
    await until('nothing to be left', noMailIsLeft)
    const ids = smtp.received.map(messageIdOf)
    assert.lengthOf(ids, 2)
    assert.exists(ids[0])
    assert.equal(ids[0], ids[1])
  })

  test('a recipient that the mail server refuses is tried eight times, one it cannot take now for days', async () => {
    for (const [refuse, left] of [
      [{ responseCode: 550, message: 'No such user' }, 0],
      [{ responseCode: 450, message: 'Try again later' }, 1],
    ] as const) {
      await using _smtp = await startSmtp({ port, refuse })
      await askForNewPassword()
      await tried(1)
      await rows(db.connection(), 'update mails set attempts = 7')
      await fastForward()
      if (left === 0) await until('its end', noMailIsLeft)
      else await tried(8)
    }
  })
})

test.group('mail without a mail server, in production', (group) => {
  group.tap((test) => test.tags(['@once']))
  group.each.setup(async () => {
    await dropAllMails()
  })

  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'warn', SMTP_HOST: undefined }

  test('waits, until MAIL_TO_LOG sends it to the log', async ({ assert }) => {
    const email = await askForNewPassword()
    const silent = await startWorker(settings, ['mail'])
    try {
      await tried(1)
      // The output of a process may arrive later than the row that it writes.
      await until('the reason', () => silent.output().includes('No mail server is configured'))
      assert.notInclude(silent.output(), email)
    } finally {
      await killWorker(silent)
    }
    const loud = await startWorker({ ...settings, MAIL_TO_LOG: 'true' }, ['mail'])
    try {
      await fastForward()
      await until('nothing to be left', noMailIsLeft)
      await until('the mail in the log', () => loud.output().includes(email))
    } finally {
      await killWorker(loud)
    }
  })
})

test.group('mail over TLS', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((test) => test.tags(['@once']))
  group.each.setup(async () => {
    await dropAllMails()
  })

  test('with TLS, by STARTTLS or from the first byte, a password is sent and the mail arrives')
    .with(['starttls', 'implicit'] as const)
    .run(async ({ assert }, tls) => {
      using certificate = makeCertificate()
      await using smtp = await startSmtp({ tls, certificate, account: true })
      await using _worker = await mailWorker(smtp.port, {
        ...account,
        SMTP_SECURE: String(tls === 'implicit'),
        NODE_EXTRA_CA_CERTS: certificate.file,
      })
      const email = await askForNewPassword()
      const mail = await until('the mail', () => smtp.received[0])
      assert.deepInclude(mail, { to: [email], secure: true, user: ACCOUNT.username })
    })

  test('a certificate that nobody vouches for gets neither password nor mail', async ({ assert }) => {
    using certificate = makeCertificate()
    await using smtp = await startSmtp({ tls: 'starttls', certificate, account: true })
    await using _worker = await mailWorker(smtp.port, account)
    await askForNewPassword()
    await tried(1)
    assert.deepEqual([smtp.passwords, smtp.received], [[], []])
  })

  test('a password is not sent in clear, unless the operator says so', async ({ assert }) => {
    await using smtp = await startSmtp({ account: true })
    {
      await using _worker = await mailWorker(smtp.port, account)
      await askForNewPassword()
      await tried(1)
      assert.deepEqual([smtp.passwords, smtp.received], [[], []])
    }
    await using _worker = await mailWorker(smtp.port, { ...account, SMTP_REQUIRE_TLS: 'false' })
    await fastForward()
    await until('the mail', () => smtp.received[0])
    assert.deepEqual(smtp.passwords, [ACCOUNT.password])
  })

  test('a wrong password is not the end of a mail', async ({ assert }) => {
    using certificate = makeCertificate()
    await using smtp = await startSmtp({ tls: 'starttls', certificate, account: true })
    await using _worker = await mailWorker(smtp.port, {
      ...account,
      SMTP_PASSWORD: 'wrong',
      NODE_EXTRA_CA_CERTS: certificate.file,
    })
    await askForNewPassword()
    await tried(1)
    await rows(db.connection(), 'update mails set attempts = 8')
    await fastForward()
    await tried(9)
    assert.deepEqual(smtp.received, [])
  })
})
