import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { freePort } from '#kernel/net/free_port'
import Queues from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { ACCOUNT, makeCertificate, startSmtp } from '#tests/testkit/smtp'
import { until } from '#tests/testkit/wait'
import { killWorker, startWorker } from '#tests/testkit/worker_process'

type Waiting = { attempts: number; waits: boolean }

/**
 * All mails; each test begins without any. A mail waits when its attempt is over: during an attempt the worker holds it
 * for twelve minutes, and no wait in this file has that length.
 */
const waiting = () =>
  rows<Waiting>(
    db.connection(),
    `select attempts, due_at > now() and due_at - now() not between '661 seconds' and '721 seconds' as waits
     from mails order by id`
  )

/** Waits until every attempt of the mails is over, and the number of attempts is `number`. */
const tried = (number: number) =>
  until(`attempt ${number} of each`, async () => {
    const mails = await waiting()
    return mails.length > 0 && mails.every(({ attempts, waits }) => attempts === number && waits)
  })

/** Simulates the passing of time: makes every mail due and wakes the worker. */
async function fastForward() {
  await rows(db.connection(), `update mails set due_at = now() - interval '1 second'`)
  await (await app.container.make(Queues)).dispatch('mail.send', {})
}

/** Requests a new password, as a user who has forgotten theirs; returns the address. */
async function forget() {
  const { email } = await createMerchant()
  await call('POST', '/v1/auth/forgot-password', { body: { email } })
  return email
}

/** A worker of the mail queue in a separate process, with these settings. */
async function mailWorker(port: number, env: Record<string, string> = {}) {
  const settings = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_FROM: 'keys@latchkey.example' }
  const worker = await startWorker({ ...settings, ...env }, ['mail'])
  return { [Symbol.asyncDispose]: () => killWorker(worker) }
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
    await rows(db.connection(), 'delete from mails')
  })

  test('a mail goes through the queue to the mail server, and its token works', async ({ assert }) => {
    await using smtp = await startSmtp({ port })
    const email = await forget()
    const { from, to, text } = await until('the mail', () => smtp.received[0])
    assert.equal(from, 'keys@latchkey.example')
    assert.deepEqual(to, [email])
    assert.match(text, /^Subject: Choose a new password\r$/m)
    const token = /^Token: ([\w-]+)\r$/m.exec(text)![1]
    const body = { token, password: 'another fine phrase' }
    assert.equal((await call('POST', '/v1/auth/reset-password', { body })).status, 200)
    await until('the second mail', () => smtp.received.some(({ text }) => text.includes('was changed')))
    await until('nothing to be left', async () => (await waiting()).length === 0)
    assert.lengthOf(smtp.received, 2)
  })

  test('while the mail server is down mails wait, and each arrives once when it is back', async ({
    assert,
  }) => {
    const emails = [await forget(), await forget(), await forget()]
    await tried(1)
    await fastForward()
    await tried(2)
    assert.lengthOf(await waiting(), 3)
    await using smtp = await startSmtp({ port })
    await fastForward()
    await until('nothing to be left', async () => (await waiting()).length === 0)
    assert.sameMembers(
      smtp.received.flatMap(({ to }) => to),
      emails
    )
  })

  test('a mail that the server keeps long before it confirms it is sent once', async ({ assert }) => {
    // Longer than many clients wait, shorter than servers that examine mails take (RFC 5321 asks for 10 minutes).
    await using smtp = await startSmtp({ port, confirm: () => delay(11_000) })
    await forget()
    await until('the mail', () => smtp.received.length > 0)
    await until('nothing to be left', async () => (await waiting()).length === 0)
    assert.lengthOf(smtp.received, 1)
  }).tags(['@once'])

  test('a mail that is sent again, because its confirmation was lost, has the same Message-ID', async ({
    assert,
  }) => {
    let failures = 1
    const confirm = async () => {
      if (failures-- > 0) throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    }
    await using smtp = await startSmtp({ port, confirm })
    await forget()
    await tried(1)
    await fastForward()
    await until('nothing to be left', async () => (await waiting()).length === 0)
    const ids = smtp.received.map(
      ({ text }) => /^Message-ID: (<[\w-]+@latchkey\.example>)\r$/im.exec(text)?.[1]
    )
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
      await forget()
      await tried(1)
      await rows(db.connection(), 'update mails set attempts = 7')
      await fastForward()
      if (left === 0) await until('its end', async () => (await waiting()).length === 0)
      else await tried(8)
    }
  })
})

test.group('mail without a mail server, in production', (group) => {
  group.tap((test) => test.tags(['@once']))
  group.each.setup(async () => {
    await rows(db.connection(), 'delete from mails')
  })

  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'warn', SMTP_HOST: undefined }

  test('waits, until MAIL_TO_LOG sends it to the log', async ({ assert }) => {
    const email = await forget()
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
      await until('nothing to be left', async () => (await waiting()).length === 0)
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
    await rows(db.connection(), 'delete from mails')
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
      const email = await forget()
      const mail = await until('the mail', () => smtp.received[0])
      assert.deepInclude(mail, { to: [email], secure: true, user: ACCOUNT.username })
    })

  test('a certificate that nobody vouches for gets neither password nor mail', async ({ assert }) => {
    using certificate = makeCertificate()
    await using smtp = await startSmtp({ tls: 'starttls', certificate, account: true })
    await using _worker = await mailWorker(smtp.port, account)
    await forget()
    await tried(1)
    assert.deepEqual([smtp.passwords, smtp.received], [[], []])
  })

  test('a password is not sent in clear, unless the operator says so', async ({ assert }) => {
    await using smtp = await startSmtp({ account: true })
    {
      await using _worker = await mailWorker(smtp.port, account)
      await forget()
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
    await forget()
    await tried(1)
    await rows(db.connection(), 'update mails set attempts = 8')
    await fastForward()
    await tried(9)
    assert.deepEqual(smtp.received, [])
  })
})
