import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { test } from '@japa/runner'
import { LogTransport } from '#kernel/mail/mail_transports'

const MAIL = { to: ['ada@example.com'], subject: 'Confirm', text: 'Dear Ada,\n\nthe link:\nhttp://a/b' }

test.group('mail that is written to the log', (group) => {
  let written: unknown[][] = []

  group.each.setup(() => {
    const { warn } = logger
    written = []
    logger.warn = (...words: unknown[]) => void written.push(words)
    return () => void (logger.warn = warn)
  })

  test('is lines for people outside production', async ({ assert }) => {
    await new LogTransport().send(MAIL)
    assert.deepEqual(written, [
      [
        [
          ...['mail that no SMTP server is configured for', ''],
          ...['    To: ada@example.com', '    Subject: Confirm', ''],
          ...['    Dear Ada,', '', '    the link:', '    http://a/b'],
        ].join('\n'),
      ],
    ])
  })

  test('is fields for machines in production', async ({ assert, cleanup }) => {
    Object.defineProperty(app, 'inProduction', { value: true, configurable: true })
    cleanup(() => void Reflect.deleteProperty(app, 'inProduction'))
    await new LogTransport().send(MAIL)
    assert.deepEqual(written, [[MAIL, 'mail that no SMTP server is configured for']])
  })
})
