import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { rolloutPlace } from '#releases/store/rollout_place'
import { updateCounts } from '#releases/store/update_counts'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { distribute, programOf, publishRelease, yank } from '#tests/testkit/published'
import { TAURI } from '#tests/testkit/updater_rules'

/** A signature as `tauri signer sign` writes it to a `.sig` file. */
const SIGNATURE = Buffer.from(
  `untrusted comment: signature from tauri secret key\n${'RUT5>?ÿ'.repeat(8)}\ntrusted comment: file:app\n`
).toString('base64')
const MAC = { filename: 'app.dmg', platform: 'darwin', arch: 'aarch64', kind: 'installer' } as const

/** contract/12-releases#124-update-feeds */
test.group('the update feed for anything', () => {
  test('offers the newest release that the license may have, with the files that fit', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.9.0')
    await publishRelease(merchant, '1.10.0', {
      notes: '# New\n\n- *faster*',
      files: [MAC, { filename: 'app.exe', platform: 'windows' }],
    })
    await publishRelease(merchant, '2.0.0-beta.1', { channel: 'beta' })
    await publishRelease(merchant, '3.0.0', { status: 'draft' })
    const { ask } = await programOf(merchant)
    const { status, body, headers } = await ask('?version=v1.9.0&platform=mac&arch=arm64&unknown=1', {
      origin: 'https://program.example',
    })
    assert.equal(status, 200)
    const { version, channel, notes, publishedAt, artifacts } = body.data.update
    assert.deepEqual([version, channel, notes], ['1.10.0', 'stable', '# New\n\n- *faster*'])
    assert.match(publishedAt, /^\d{4}-.*Z$/)
    assert.lengthOf(artifacts, 1)
    assert.containSubset(artifacts[0], { ...MAC, bytes: MAC.filename.length, signature: null })
    assert.equal(headers.get('cache-control'), 'private, max-age=60')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.isNull(headers.get('access-control-allow-credentials'))

    const again = await ask('?version=1.9.0&platform=darwin&arch=aarch64', {
      'if-none-match': headers.get('etag')!,
    })
    assert.equal(again.status, 304)
    assert.equal((await ask('?version=1.10.0')).status, 204)
    assert.equal((await ask('?version=99.0.0-nobody.knows+it')).status, 204)
    assert.equal((await ask('?range=~1.9')).body.data.update.version, '1.9.0')
    assert.equal(
      (await ask('?platform=linux')).body.data.update.version,
      '1.9.0',
      'no file for Linux: skipped'
    )
    assert.equal((await ask('?channel=beta')).body.data.update.version, '1.10.0', 'a channel that it lacks')
  })

  test('a program that has the newest of many releases costs no reading of them', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    for (let at = 0; at < 55; at++) await publishRelease(merchant, `1.${at}.0`)
    const { ask } = await programOf(merchant)
    assert.equal((await ask('?version=1.53.0')).body.data.update.version, '1.54.0')
    const read: string[] = []
    const knex = db.connection().getReadClient()
    const note = ({ sql }: { sql: string }) => void (sql.includes('cross join lateral') && read.push(sql))
    knex.on('query', note)
    cleanup(() => void knex.off('query', note))
    assert.equal((await ask('?version=1.54.0')).status, 204)
    assert.equal((await ask('?version=1.53.0')).status, 200)
    assert.deepEqual(read, [])
    assert.equal((await ask('?version=1.0.0&range=1.2')).body.data.update.version, '1.2.0', 'an old one')
    assert.lengthOf(read, 1)
  })

  test('a yanked release disappears at once, from every feed', async ({ assert }) => {
    const merchant = await createMerchant()
    const files = [{ filename: 'app-2.0.0.zip', signature: 'signed' }, { filename: 'App-2.0.0-full.nupkg' }]
    await publishRelease(merchant, '1.0.0', { files: [{ filename: 'app-1.0.0.zip' }] })
    const { id } = await publishRelease(merchant, '2.0.0', { files })
    const { ask, base, license } = await programOf(merchant)
    const answers = async () => {
      const paths = ['', '/tauri/linux/x86_64/1.0.0', '/electron/latest.yml', '/appcast.xml']
      const texts = []
      for (const path of [...paths, '/velopack/releases.win.json'])
        texts.push(await textOf(base + path, license.key))
      return texts.map((text) => text.includes('2.0.0'))
    }
    assert.deepEqual(await answers(), [true, true, true, true, true])
    await yank(id)
    assert.deepEqual(await answers(), [false, false, false, false, false])
    assert.equal((await ask('?version=1.0.0')).status, 204)
  })

  test('a rollout comes to those licenses whose place is below its percentage', async ({ assert }) => {
    const merchant = await createMerchant()
    const { license, ask } = await programOf(merchant)
    const { id } = await publishRelease(merchant, '2.0.0', { rolloutPercent: 0 })
    const setTo = (percent: number) =>
      rows(db.connection(), 'update releases set rollout_percent = ? where id = ?', [percent, id])
    const place = rolloutPlace(license.id, id)
    await setTo(place)
    assert.equal((await ask()).status, 204)
    await setTo(place + 1)
    assert.equal((await ask()).status, 200)
  })

  test('needs no license for an open product, whose other channels are asked for by name', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await distribute(merchant, 'open')
    await publishRelease(merchant, '1.0.0')
    await publishRelease(merchant, '1.1.0', { rolloutPercent: 50 })
    await publishRelease(merchant, '2.0.0-rc.1', { channel: 'rc', requires: ['never'] })
    const path = `/v1/updates/${merchant.productId}`
    assert.equal(
      (await call('GET', path)).body.data.update.version,
      '1.0.0',
      'not in the middle of a rollout'
    )
    assert.equal((await call('GET', `${path}?channel=beta`)).body.data.update.version, '2.0.0-rc.1')
    const sent = { headers: { 'x-license-key': 'of nobody' } }
    assert.equal((await call('GET', path, sent)).body.data.update.version, '1.0.0')
  })

  test('finds what is behind more than fifty releases that the license may not have', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.0.0')
    for (let patch = 0; patch < 51; patch++)
      await publishRelease(merchant, `2.0.${patch}`, { requires: ['no'] })
    const { ask } = await programOf(merchant)
    assert.equal((await ask()).body.data.update.version, '1.0.0')
  })

  test('counts in the time series what it offers', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.0.0')
    const { ask } = await programOf(merchant)
    for (const version of ['0.1.0', '0.2.0', '1.0.0']) await ask(`?version=${version}`)
    await updateCounts.flush()
    const [{ offered }] = await rows<{ offered: number }>(
      db.connection(),
      `select sum(delta)::int as offered from metric_deltas where product_id = ? and metric = 'updates_offered'`,
      [merchant.productId]
    )
    assert.equal(offered, 2)
  })
})

test.group('the update feed of Tauri 2', () => {
  test('is what its updater reads, of signed files alone', async ({ assert }) => {
    const merchant = await createMerchant()
    const target = { platform: 'darwin', arch: 'aarch64' } as const
    await publishRelease(merchant, '2.1.0', {
      notes: 'Faster',
      files: [
        { ...target, filename: 'app.dmg', kind: 'installer' },
        { ...target, filename: 'app.app.tar.gz', kind: 'update', signature: SIGNATURE },
        { ...target, filename: 'app.app.tar.gz.sig', kind: 'signature' },
      ],
    })
    await publishRelease(merchant, '2.2.0', { files: [{ filename: 'unsigned.zip' }] })
    const { ask, base } = await programOf(merchant)
    const { status, body } = await ask('/tauri/darwin/aarch64/2.0.0')
    assert.equal(status, 200)
    const ajv = new Ajv({ strict: false, allErrors: true })
    formats.default(ajv)
    assert.isTrue(ajv.validate(TAURI, body), ajv.errorsText())
    const { version, signature, notes, url } = body as unknown as Record<string, string>
    assert.deepEqual([version, signature, notes], ['2.1.0', SIGNATURE, 'Faster'])
    assert.include(url, `${base}/artifacts/`)
    assert.equal((await ask('/tauri/darwin/aarch64/2.1.0')).status, 204)
    assert.equal((await ask('/tauri/linux/x86_64/1.0.0')).status, 204)
  })
})

async function textOf(path: string, key: string): Promise<string> {
  return (await fetch(BASE + path, { headers: { 'x-license-key': key } })).text()
}
