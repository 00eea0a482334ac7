import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { openGuideFolder, shellBlocks } from '#tests/testkit/guides'
import { BASE } from '#tests/testkit/http'
import { mailedToken } from '#tests/testkit/mails'
import { totpCode } from '#tests/testkit/totp'

test.group('docs/accounts.md', () => {
  test('its commands work word for word, from signing up to the last key', async ({ assert }) => {
    await using folder = await openGuideFolder({ 'quickstart.json': JSON.stringify({ baseUrl: BASE }) })
    const { shell } = folder
    const [ada, bob] = [`ada-${newId()}@example.com`, `bob-${newId()}@example.com`]
    const guide = (await readFile('docs/accounts.md', 'utf8'))
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
      // The later step for the sign-in: each code works once. Both codes stay valid if a new step begins before the call.
      if (step.includes('totp/enable')) before = await code(0)
      if (step.includes('verify-login')) before = await code(1)
      const output = await shell.run(before + step)
      assert.notInclude(output, '"ok":false', step)
      printed += output
    }
    for (const part of ['"emailVerified":true', '"backupCodes":["', '"role":"ADMIN"', '"apiKeyId":"']) {
      assert.include(printed, part)
    }
    assert.equal(printed.match(/"ok":true/g)?.length, 9)
  })
})
