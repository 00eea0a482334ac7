import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { shellBlocks } from '#tests/testkit/guides'
import { BASE } from '#tests/testkit/http'
import { mailedToken } from '#tests/testkit/mails'
import { openShell } from '#tests/testkit/shell'
import { totpCode } from '#tests/testkit/totp'

test.group('docs/accounts.md', () => {
  test('its commands work word for word, from signing up to the last key', async ({ assert }) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-guide-'))
    const shell = openShell(folder)
    const [ada, bob] = [`ada-${newId()}@example.com`, `bob-${newId()}@example.com`]
    const guide = (await readFile('docs/accounts.md', 'utf8'))
      .replaceAll('http://127.0.0.1:${PORT:-3333}', BASE)
      .replaceAll('ada@example.com', ada)
      .replaceAll('bob@example.com', bob)
    const steps = shellBlocks(guide)
    let printed = ''
    const code = async (steps: number) => {
      const secret = (
        await shell.run('[ -f totp.json ] && SECRET=$(field secret < totp.json); echo $SECRET')
      ).trim()
      return `CODE=${await totpCode(secret, steps)}\n`
    }
    for (const step of steps) {
      let before = ''
      if (step.includes('$MAILED')) before = `MAILED=${await mailedToken(ada, 'Confirm')}\n`
      if (step.includes('$INVITED')) before = `INVITED=${await mailedToken(bob, 'invites you')}\n`
      if (step.includes('totp/enable')) before = await code(-1)
      if (step.includes('verify-login')) before = await code(0)
      const output = await shell.run(before + step)
      assert.notInclude(output, '"ok":false', step)
      printed += output
    }
    await shell.close()
    await rm(folder, { recursive: true })
    for (const part of ['"emailVerified":true', '"backupCodes":["', '"role":"ADMIN"', '"apiKeyId":"']) {
      assert.include(printed, part)
    }
    assert.equal(printed.match(/"ok":true/g)?.length, 9)
  })
})
