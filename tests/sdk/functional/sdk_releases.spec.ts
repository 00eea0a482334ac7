import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { failureOf } from '#tests/testkit/client'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { dashboardSdk, keyedSdk } from '#tests/testkit/sdk'

test.group('SDK: releases', () => {
  test('are published with files of the disk', async ({ assert }) => {
    const merchant = await createMerchant()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-sdk-release-'))
    try {
      const bytes = randomBytes(300_000)
      await writeFile(join(folder, 'app.zip'), bytes)
      const source = await openAsBlob(join(folder, 'app.zip'))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const { releases } = await keyedSdk(merchant)
      const sent: number[] = []
      const release = await releases.publish(
        { version: '1.0.0', channel: 'beta' },
        [
          { name: 'App 1.0.zip', source, sha256, platform: 'macos', arch: 'arm64', kind: 'archive' },
          { name: 'notes.txt', source: 'text', signature: 'signed' },
        ],
        { onUpload: (done) => void sent.push(done) }
      )
      assert.containSubset(release, { version: '1.0.0', channel: 'beta', status: 'published' })
      assert.containSubset(release.artifacts, [
        { filename: 'App 1.0.zip', sha256, platform: 'darwin', arch: 'aarch64', bytes: 300_000 },
        { filename: 'notes.txt', signature: 'signed' },
      ])
      assert.include(sent, 300_000)
      const { items } = await releases.list({ status: 'published' }).first()
      assert.deepEqual(
        items.map(({ id, artifactCount }) => [id, artifactCount]),
        [[release.id, 2]]
      )
      assert.equal((await releases.yank(release.id, { reason: 'broken' })).yankReason, 'broken')
      assert.equal((await releases.unyank(release.id)).status, 'published')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('are for the licenses whose update rights have them', async ({ assert }) => {
    const { licenses } = await keyedSdk(await createMerchant())
    const updatesUntil = new Date('2030-01-01')
    const [{ id }] = await licenses.create({ updatesUntil, channels: ['beta'] })
    assert.containSubset(await licenses.update(id, { maxVersion: '^2' }), {
      ...{ updatesUntil: updatesUntil.toISOString(), maxVersion: '^2', channels: ['beta'] },
    })
    const operation = await licenses.bulk.setUpdates({
      licenseIds: [id],
      updatesUntil: null,
      maxVersion: '^3',
    })
    await runToEnd(operation.id)
    assert.containSubset(await licenses.get(id), {
      ...{ updatesUntil: null, maxVersion: '^3', channels: ['beta'] },
    })
  })

  test('are made step by step, by users too', async ({ assert }) => {
    const merchant = await createMerchant()
    const { releases } = dashboardSdk(merchant).product(merchant.productId)
    const { id } = await releases.create({ version: '1.0.0' })
    assert.equal((await releases.update(id, { rolloutPercent: 10 })).rolloutPercent, 10)
    const file = { name: 'a.zip', source: new Uint8Array([1, 2, 3]) }
    const first = await releases.upload(id, file)
    assert.equal((await releases.upload(id, file)).id, first.id)
    assert.equal((await failureOf(releases.upload(id, { ...file, source: 'other' })))?.code, 'CONFLICT')
    const wrong = { ...file, name: 'b.zip', sha256: '0'.repeat(64) }
    assert.equal((await failureOf(releases.upload(id, wrong)))?.code, 'BAD_REQUEST')
    assert.equal(await releases.deleteFile(id, first.id), first.id)
    assert.equal((await failureOf(releases.publish(id)))?.code, 'CONFLICT')
    assert.equal((await releases.publish(id, [file])).status, 'published')
    assert.equal((await releases.get(id)).artifacts.length, 1)
    assert.equal((await failureOf(releases.delete(id)))?.code, 'CONFLICT')
    const draft = await releases.create({ version: '2.0.0' })
    assert.equal(await releases.delete(draft.id), draft.id)
  })
})
