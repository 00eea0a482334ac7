import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageVerifier } from '@boringnode/encryption/message_verifier'
import { AES256GCM } from '@adonisjs/core/encryption/drivers/aes_256_gcm'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { SignJWT } from 'jose'
import AppKeyRotate from '../../../commands/app_key_rotate.js'
import { appKey } from '#config/app'
import type { AppKeyRotation } from '#kernel/secrets/rotate_app_key'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { unlockAppSecrets } from '#kernel/secrets/app_secrets'
import { databaseUrl } from '#kernel/database/datastores'
import { openSecret, type Place } from '#kernel/secrets/secrets'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { runCommand } from '#tests/testkit/command'
import { withKeys } from '#tests/testkit/key_ring'
import { PASSWORD } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { createVendor, signedCall, type Vendor } from '#tests/testkit/runtime'
import { startServer } from '#tests/testkit/servers'
import { enableTotp } from '#tests/testkit/totp'
import { until } from '#tests/testkit/wait'

/** The key of this run, which sealed everything stored, and the key that replaces it. */
const OLD = appKey.release()
const NEW = randomBytes(32).toString('base64url')
const OTHER_KEY = /APP_KEY does not open what this database holds/
const cipher = (key: string) => new AES256GCM({ id: 'gcm', key })
const query = <Row>(sql: string, values: unknown[] = []) => rows<Row>(db.connection(), sql, values)
const onDatabase = (env: Record<string, string | undefined>) => ({
  DATABASE_URL: databaseUrl(),
  REDIS_URL: undefined,
  ...env,
})

/** An access token as an earlier version signed it (without `kid`), or as this version signs it with this key. */
const tokenOf = (userId: string, key: string, kid?: string) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })
    .setIssuer('latchkey')
    .setAudience('user')
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new Uint8Array(hkdfSync('sha256', key, '', 'latchkey access tokens', 32)))

const idOf = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'latchkey key id', 6)).toString('base64url')

/**
 * Leaves the database as an earlier version did: without a check of APP_KEY, and with a secret that is not bound to a
 * row.
 */
async function asEarlierVersion({ signingSecret, keyId }: Vendor) {
  await query('delete from app_secrets')
  const sealed = cipher(OLD).encrypt(signingSecret)
  await query('update api_keys set signing_secret = ? where id = ?', [sealed, keyId])
  forgetApiKeys()
}

/** A mail as an earlier version sealed it: not bound to a row. */
const insertMail = (id: string, key: string) =>
  query(
    `insert into mails (id, sealed_content, due_at, created_at)
     values (?, ?, now() + interval '1 day', now())`,
    [id, cipher(key).encrypt(JSON.stringify({ to: id }))]
  )

const rotate = async (...words: string[]) => {
  const { exitCode, answer } = await runCommand(AppKeyRotate, ...words)
  return { exitCode, ...(answer as AppKeyRotation) }
}

test.group('APP_KEY and APP_KEYS', (group) => {
  let vendor: Vendor

  // Nothing here depends on where the queues are.
  group.tap((one) => one.tags(['@once']).timeout(120_000))
  group.setup(async () => {
    vendor = await createVendor()
    await asEarlierVersion(vendor)
    // The following tests find everything under the key of this run again.
    return () => withKeys([OLD, NEW], () => rotate().then(() => {}))
  })

  test('the first start after the update with another key is refused: it must open what is stored', async ({
    assert,
  }) => {
    await withKeys([NEW], () => assert.rejects(() => unlockAppSecrets(), OTHER_KEY))
    assert.lengthOf(await query('select name from app_secrets'), 0)
    await unlockAppSecrets()
    assert.lengthOf(await query('select name from app_secrets'), 1)
  })

  test('server, worker and commands with another key end at once and name APP_KEY', async ({ assert }) => {
    const keys = await query('select kid from signing_keys')
    const runs = [
      startProgram('bin/server', [], onDatabase({ APP_KEY: NEW })),
      startProgram('bin/console', ['queue:work'], onDatabase({ APP_KEY: NEW })),
      startProgram('bin/console', ['bootstrap', '--email=oops@example.com'], onDatabase({ APP_KEY: NEW })),
      startProgram('bin/console', ['signing-key:rotate', '--json'], onDatabase({ APP_KEY: NEW })),
    ]
    for (const { ended, output } of runs) {
      assert.equal(await ended, 1, output())
      assert.match(output(), OTHER_KEY)
    }
    assert.deepEqual(await query('select kid from signing_keys'), keys)
    assert.lengthOf(await query(`select id from users where email = 'oops@example.com'`), 0)
  })

  test('no key is made up for a database of DATABASE_URL', async ({ assert }) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-keys-'))
    const env = onDatabase({ APP_KEY: undefined, DATA_DIR: folder, NODE_ENV: 'development' })
    const refused = startProgram('bin/console', ['signing-key:rotate'], env)
    const list = startProgram('bin/console', ['list'], env)
    assert.equal(await refused.ended, 1)
    assert.include(refused.output(), 'APP_KEY is not set, but DATABASE_URL is')
    assert.equal(await list.ended, 0)
    await access(join(folder, 'app_key')).then(
      () => assert.fail('a key was written'),
      () => {}
    )
    await rm(folder, { recursive: true })
  })

  test('what an older key sealed or signed is read; new things are sealed with the newest', async ({
    assert,
  }) => {
    const { userId, email, productId } = vendor
    const { backupCodes } = await enableTotp(vendor)
    const before = await createVendor()
    const idempotent = (base?: string) =>
      call('POST', `/v1/dashboard/products/${before.productId}/api-keys`, {
        base,
        token: before.token,
        headers: { 'idempotency-key': `keys-${before.productId}` },
        body: { name: 'Once', permissions: ['license:authorize'] },
      })
    const first = await idempotent()
    const keys = { APP_KEY: undefined, APP_KEYS: `${NEW},${OLD}`, SDK_SIGNING_REQUIRED: 'true' }
    const { base, kill } = await startServer(onDatabase(keys))
    try {
      const get = async (path: string, token: string) =>
        (await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })).status
      const me = '/v1/dashboard/me'
      assert.equal(await get(me, await tokenOf(userId, OLD)), 200)
      assert.equal(await get(me, await tokenOf(userId, OLD, idOf(OLD))), 200)
      assert.equal(await get(me, await tokenOf(userId, NEW, idOf(NEW))), 200)
      assert.equal(await get(me, await tokenOf(userId, OLD, idOf(NEW))), 401)
      assert.equal(await get(me, await tokenOf(userId, 'k'.repeat(40))), 401)
      assert.equal(await get(me, await tokenOf(userId, 'k'.repeat(40), idOf('k'.repeat(40)))), 401)

      const signed = signedCall(vendor, { productId, licenseKey: 'NONE-1' })
      const answer = await fetch(base + signed.path, { method: 'POST', ...signed })
      assert.containSubset(await answer.json(), { reasonCode: 'LICENSE_NOT_FOUND' })
      assert.isString(answer.headers.get('x-svc-signature'))

      const link = `/v1/downloads/${randomUUID()}`
      const signature = new MessageVerifier([OLD]).sign(link, '1h')
      assert.equal((await fetch(`${base}${link}?signature=${signature}`)).status, 404)

      const replayed = await idempotent(base)
      assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
      assert.isString(first.body.data.apiKey.signingSecret)
      assert.deepEqual(replayed.body, first.body)

      const login = await call('POST', '/v1/auth/login', { base, body: { email, password: PASSWORD } })
      const { challengeToken } = login.body.data
      const body = { challengeToken, code: backupCodes[0] }
      const passed = await call('POST', '/v1/auth/totp/verify-login', { base, body })
      const { accessToken } = passed.body.data.tokens as { accessToken: string }
      const header = JSON.parse(Buffer.from(accessToken.split('.')[0], 'base64url').toString())
      assert.equal(header.kid, idOf(NEW))
    } finally {
      await kill('SIGTERM')
    }
  })

  test('app-key:rotate goes on after a kill, runs twice, and then the old key can go', async ({ assert }) => {
    // These ids sort last in their table.
    const ids = [1, 2, 3, 4, 5].map((n) => `ffffffff-ffff-4fff-bfff-${String(n).padStart(12, '0')}`)
    for (const id of ids) await insertMail(id, OLD)
    const secretOf = async () => {
      const sql = 'select signing_secret as sealed from api_keys where id = ?'
      return (await query<{ sealed: string }>(sql, [vendor.keyId]))[0].sealed
    }
    await withKeys([NEW, OLD], async () => {
      const dry = await rotate('--dry-run')
      assert.equal(dry.exitCode, 0)
      assert.isAtLeast(dry.found.mails, 5)
    })
    assert.notInclude(await secretOf(), idOf(NEW))

    const holder = await db.transaction()
    await rows(holder, 'select 1 from mails where id = ? for update', [ids[4]])
    const env = onDatabase({ APP_KEY: undefined, APP_KEYS: `${NEW},${OLD}` })
    const killed = startProgram('bin/console', ['app-key:rotate'], env)
    await until('the API key to be sealed anew', async () => (await secretOf()).includes(idOf(NEW)), 30_000)
    killed.child.kill('SIGKILL')
    await killed.ended
    await holder.rollback()
    await withKeys([NEW], () => assert.rejects(() => unlockAppSecrets(), OTHER_KEY))

    const [again, twice] = await withKeys([NEW, OLD], async () => [await rotate(), await rotate()])
    assert.equal(again.exitCode, 0, JSON.stringify(again.unreadable))
    assert.isAtLeast(again.sealed.mails, 1)
    assert.equal(twice.exitCode, 0)
    assert.deepEqual(new Set(Object.values(twice.sealed)), new Set([0]))
    const seal = `b1:${idOf(NEW)}:`
    const place = `api_keys.signing_secret:${vendor.keyId}`
    const opened = cipher(NEW).decrypt((await secretOf()).slice(seal.length), place)
    assert.equal(opened, vendor.signingSecret)
    await withKeys([NEW], async () => {
      await unlockAppSecrets()
      const mails = await query<{ id: string; sealed: string }>(
        'select id, sealed_content as sealed from mails where id = any(?)',
        [ids]
      )
      assert.lengthOf(mails, 5)
      for (const { id, sealed } of mails) {
        const mailPlace: Place = `mails.sealed_content:${id}`
        assert.equal(openSecret(sealed, mailPlace), JSON.stringify({ to: id }))
      }
    })
  })

  test('app-key:rotate names what no key opens and seals the rest', async ({ assert }) => {
    const lost = randomUUID()
    await insertMail(lost, 'a key that nobody has any more')
    const { exitCode, unreadable } = await withKeys([NEW], () => rotate())
    assert.equal(exitCode, 1)
    assert.deepEqual(unreadable, { mails: [lost] })
    await query('delete from mails where id = ?', [lost])
  })
})
