import { hash } from 'node:crypto'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import SigningKeyList from '../../../commands/signing_key_list.js'
import SigningKeyRotate from '../../../commands/signing_key_rotate.js'
import RotateSigningKey from '#kernel/signing/rotate_signing_key'
import { freshSigningKeys, refreshSigningKeys, REFRESH_EVERY } from '#kernel/signing/signing_keys'
import { firstRow } from '#kernel/database/sql'
import { runCommand, type Command } from '#tests/testkit/command'
import { BASE } from '#tests/testkit/http'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

type ListedKey = { kid: string; x: string; status: string; signsFrom: string; retiredAt: string | null }

const rotate = async (...words: string[]) => (await runCommand(SigningKeyRotate, ...words)).answer
const list = async () => (await runCommand(SigningKeyList)).answer as ListedKey[]
const takeOut = (...words: string[]): Promise<{ compromised: string; signs: string }> =>
  rotate('--compromised', ...words)

/** The text that a command prints without `--json`. */
async function said(command: Command, ...words: string[]) {
  ace.ui.switchMode('raw')
  try {
    const created = await ace.create(command, words)
    await created.exec()
    const text = created.logger.getLogs().map(({ message }) => message)
    return { exitCode: created.exitCode ?? 0, text: text.join('\n') }
  } finally {
    ace.ui.switchMode('normal')
  }
}

/** The id of the key with which a server currently signs. */
async function kidOf(base = BASE) {
  const headers = { 'x-svc-response-nonce': 'A-response_nonce-0123456789' }
  const response = await fetch(`${base}/v1/status`, { headers })
  await response.arrayBuffer()
  return response.headers.get('x-svc-signature-kid')
}

/** Makes a key that signs immediately, so that the previous one is retired. */
async function freshKey() {
  const { kid } = await new RotateSigningKey().execute(0)
  await refreshSigningKeys()
  return kid
}

const published = async (base = BASE) => {
  const response = await fetch(`${base}/.well-known/service-keys.json`)
  return ((await response.json()) as { keys: ListedKey[] }).keys.map(({ kid }) => kid)
}

const storedKey = (kid: string) =>
  firstRow<{ signsFrom: Date; sealed: string }>(
    db.connection(),
    'select signs_from as "signsFrom", sealed_private_key as sealed from signing_keys where kid = ?',
    [kid]
  )

test.group('ace signing-key:rotate', (group) => {
  // A key that an earlier test has published for later would be the spare key of the next test.
  group.each.setup(async () => {
    for (const { kid, signsFrom } of await list()) {
      if (Date.parse(signsFrom) > Date.now()) await takeOut(`--kid=${kid}`)
    }
    await refreshSigningKeys()
  })

  test('makes a key that signs after the overlap, and prints it', async ({ assert }) => {
    const before = Date.now()
    const { kid, x, signsFrom } = await rotate('--overlap=60')
    const stored = await storedKey(kid)
    assert.equal(stored!.signsFrom.toISOString(), signsFrom)
    assert.isAtLeast(Date.parse(signsFrom), before + 60_000)
    assert.notMatch(stored!.sealed, /^MC4CAQAwBQYDK2Vw/)
    assert.equal(kid, hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url'))
  })

  test('refuses an overlap in which not every server would learn of the key', async ({ assert }) => {
    const before = await list()
    const { exitCode, text } = await said(SigningKeyRotate, '--overlap=5')
    assert.equal(exitCode, 1)
    assert.include(text, '--overlap takes 30 to 34560000 seconds')
    const alone = await said(SigningKeyRotate, '--kid=x')
    assert.equal(alone.exitCode, 1)
    assert.include(alone.text, '--kid goes with --compromised')
    const both = await said(SigningKeyRotate, '--compromised', '--overlap=3600')
    assert.equal(both.exitCode, 1)
    assert.include(both.text, '--overlap goes without --compromised')
    for (const wrong of [['--overlap=5'], ['--kid=x'], ['--compromised', '--overlap=3600']]) {
      const { exitCode: code, answer } = await runCommand(SigningKeyRotate, ...wrong)
      assert.equal(code, 1)
      assert.equal(answer?.error.code, 'VALIDATION_ERROR', wrong.join(' '))
    }
    assert.deepEqual(await list(), before)
  })

  test('a spare key older than the compromised one takes over as active', async ({ assert }) => {
    const spare = await rotate('--overlap=3600')
    const leaked = await freshKey()
    assert.deepEqual(await takeOut(), { compromised: leaked, signs: spare.kid })
    const { status, retiredAt } = (await list()).find(({ kid }) => kid === spare.kid)!
    assert.deepEqual([status, retiredAt], ['active', null])
  })

  test('--compromised takes the key that signs out of the set; a new one signs at once', async ({
    assert,
  }) => {
    const leaked = await freshKey()
    assert.equal(await kidOf(), leaked)
    const { compromised, signs } = await takeOut()
    assert.equal(compromised, leaked)
    await refreshSigningKeys()
    assert.equal(await kidOf(), signs)
    assert.notEqual(signs, leaked)
    assert.notInclude(await published(), leaked)
    assert.equal((await storedKey(leaked))!.sealed, '')
    const key = (await list()).find(({ kid }) => kid === leaked)
    assert.equal(key!.status, 'compromised')
  })

  test('the key that was published to sign later takes the place of the compromised one', async ({
    assert,
  }) => {
    const leaked = await freshKey()
    const spare = (await rotate('--overlap=7776000')) as ListedKey
    const later = (await rotate('--overlap=8640000')) as ListedKey
    assert.deepEqual(await takeOut(), { compromised: leaked, signs: spare.kid })
    await refreshSigningKeys()
    assert.equal(await kidOf(), spare.kid)
    assert.include(await published(), later.kid)
  })

  test('--kid takes out an older key, or one that does not sign yet, and the same key goes on signing', async ({
    assert,
  }) => {
    const [older, current] = [await freshKey(), await freshKey()]
    const { kid: spare } = (await rotate('--overlap=3600')) as ListedKey
    for (const gone of [older, spare]) {
      assert.deepEqual(await takeOut(`--kid=${gone}`), { compromised: gone, signs: current })
      await refreshSigningKeys()
      assert.equal(await kidOf(), current)
      assert.notInclude(await published(), gone)
    }
    const again = await runCommand(SigningKeyRotate, '--compromised', `--kid=${older}`)
    assert.equal(again.exitCode, 1)
    assert.equal(again.answer.error.code, 'NOT_FOUND')
  })

  test('another server follows by itself', async ({ assert }) => {
    const leaked = await freshKey()
    const { base, kill } = await startServer()
    try {
      assert.equal(await kidOf(base), leaked)
      const { signs } = await takeOut()
      // A verifier that requests the key set gets one that is at most a second old.
      await until('the key set without it', async () => !(await published(base)).includes(leaked), 3000)
      await until('its signatures', async () => (await kidOf(base)) === signs, 2 * REFRESH_EVERY)
    } finally {
      await kill('SIGTERM')
    }
  }).tags(['@once'])
})

test.group('ace signing-key:list', () => {
  test('prints what programs pin: the keys that sign now or later, and no other', async ({ assert }) => {
    const [older, current] = [await freshKey(), await freshKey()]
    const { kid: spare } = (await rotate('--overlap=3600')) as ListedKey
    const { compromised } = await takeOut(`--kid=${(await rotate('--overlap=7200')).kid}`)
    const listed = await list()
    const of = (kid: string) => listed.find((key) => key.kid === kid)!
    assert.deepEqual(
      [older, current, spare, compromised].map((kid) => of(kid).status),
      ['retired', 'active', 'active', 'compromised']
    )
    assert.equal(of(older).retiredAt, of(current).signsFrom)
    assert.isNull(of(current).retiredAt)
    for (const { kid, x } of listed) {
      assert.equal(kid, hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url'))
    }
    const write = process.stdout.write
    let printed = ''
    process.stdout.write = (text: string) => ((printed += text), true)
    await said(SigningKeyList).finally(() => (process.stdout.write = write))
    assert.equal(printed, `publicKeys: ['${of(current).x}', '${of(spare).x}']\n`)
    assert.notInclude(JSON.stringify(listed), (await storedKey(current))!.sealed)
    const known = (await freshSigningKeys()).map(({ kid }) => kid)
    assert.includeMembers(known, [older, current])
  })
})
