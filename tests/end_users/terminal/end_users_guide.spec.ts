import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort } from '#kernel/net/free_port'
import { newId } from '#kernel/secrets/ids'
import { shellBlocks } from '#tests/testkit/guides'
import { startProgram } from '#tests/testkit/processes'
import { openShell } from '#tests/testkit/shell'
import { startSmtp } from '#tests/testkit/smtp'
import { until } from '#tests/testkit/wait'

test.group('docs/end-users.md', () => {
  test('its commands work word for word on a quickstart that sends mail', async ({ assert, cleanup }) => {
    await using smtp = await startSmtp()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-end-users-'))
    const service = startProgram('bin/quickstart', ['--no-demo-run'], {
      ...{ NODE_ENV: 'development', LOG_LEVEL: 'warn', DATA_DIR: folder, DATABASE_URL: undefined },
      ...{ APP_KEY: undefined, PORT: String(await freePort()), REDIS_PREFIX: `latchkey-guide-${newId()}` },
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port), SMTP_FROM: 'keys@latchkey.example' },
    })
    cleanup(async () => {
      service.child.kill('SIGTERM')
      await service.ended
      await rm(folder, { recursive: true, force: true })
    })
    await until('the service', () => service.output().includes('Serving until Ctrl-C'), 90_000)
    const shell = openShell(process.cwd(), { DATA_DIR: folder })
    const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))
    const outputs: string[] = []
    const guide = await readFile('docs/end-users.md', 'utf8')
    for (const step of shellBlocks(guide)) {
      let before = ''
      if (step.includes('$CODE')) {
        const { text } = await until('the mail with the code', () => mailsTo('jane@example.com').at(-1))
        before = `CODE=${/^ {2}(\d{6})\r$/m.exec(text)![1]}\n`
      }
      outputs.push(await shell.run(before + step))
    }
    await shell.close()
    const printed = outputs.join('\n')
    const refusals = printed.match(/"error":\{"code":"\w+"/g) ?? []
    assert.deepEqual(refusals, ['"error":{"code":"USER_BANNED"'], printed)
    assert.notMatch(printed, /undefined|TypeError/)
    const said = [
      '"enabled":true',
      '"status":"ACTIVE"',
      '"allow":true',
      '"used":1,"limit":3',
      '"changed":false',
    ]
    said.push('"body":"Please install 1.3"', '"banReason":"chargeback"', '"profile":{"id":"')
    for (const part of said) assert.include(printed, part)
    const read = outputs
      .find((one) => one.includes('Please install 1.3'))!
      .split('{"ok":true')
      .at(-1)!
    assert.include(read, 'Please install 1.3')
    assert.notInclude(read, 'see the log')
    await until('the mail about the answer', () =>
      mailsTo('jane@example.com').some(({ text }) => text.includes('#ticket='))
    )
    assert.isFalse(smtp.received.some(({ text }) => text.includes('Please install')))
  })
    .tags(['@once'])
    .timeout(180_000)
})
