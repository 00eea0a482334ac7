import { resolve } from 'node:path'
import { test } from '@japa/runner'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { dataDir } from '#config/app'
import { databaseUrl } from '#kernel/database/datastores'
import { openGuideFolder, shellBlocks } from '#tests/testkit/guides'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { programArgs } from '#tests/testkit/processes'
import { textOf } from '#tests/testkit/project_files'
import { publishRelease } from '#tests/testkit/published'
import { ask, type Publisher } from '#tests/testkit/publishing'

/** The answers of the service in the output of a shell: each is a line or the end of a line. */
const answersIn = (printed: string) =>
  [...printed.matchAll(/\{"ok":.*?\}(?=\{"ok"|\n|$)/g)].map(
    ([text]) => JSON.parse(text) as { ok: boolean; data: Record<string, Record<string, unknown>> }
  )

/** A shell in the folder of a merchant who builds a program, with the file that the quickstart leaves behind. */
async function openFolder(merchant: Merchant) {
  const { key } = await createApiKey(merchant, [...PERMISSIONS])
  const left = { baseUrl: BASE, productId: merchant.productId, apiKey: { key } }
  const ace = ['exec', process.execPath, ...programArgs('bin/console')].join(' ')
  const settings = `DATABASE_URL='${databaseUrl()}' DATA_DIR='${resolve(dataDir)}'`
  const folder = await openGuideFolder({
    'dist/App-Setup.exe': 'MZ and more',
    'dist/App.app.tar.gz': '\x1f\x8b and more',
    'dist/App.app.tar.gz.sig': 'c2ln+mVk/w==\n',
    'notes.md': '# New',
    'quickstart.json': JSON.stringify(left),
    'package.json': JSON.stringify({ scripts: { ace: `${settings} ${ace}` } }),
  })
  const path = `/v1/products/${merchant.productId}/releases`
  const publisher: Publisher = { family: 'keyed', merchant, path, headers: { 'x-api-key': key } }
  return { ...folder, publisher }
}

/** contract/12-releases#121-publishing, contract/12-releases#124-update-feeds */
test.group('the guides to releases', () => {
  test('docs/releases.md: its commands publish two releases, one of them twice, and set what licenses get, word for word', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await using folder = await openFolder(merchant)
    let printed = ''
    for (const block of shellBlocks(await textOf('docs/releases.md')))
      printed += await folder.shell.run(block, 60_000)
    const answers = answersIn(printed)
    assert.lengthOf(answers, 6, printed)
    for (const { ok } of answers) assert.isTrue(ok, printed)
    assert.containSubset(answers[0].data.artifact, { platform: 'windows', arch: 'x86_64', kind: 'installer' })
    assert.containSubset(answers[1].data.artifact, { platform: 'darwin', signature: 'c2ln+mVk/w==' })
    assert.match(printed, /^release [-0-9a-f]{36} 2\.2\.0-beta\.1 published$/m)
    assert.containSubset(answers[2].data.release, { version: '2.1.0', status: 'published' })
    assert.deepEqual(
      [answers[3], answers[4]].map(({ data }) => data.release.status),
      ['yanked', 'published']
    )
    const { releases } = (await ask(folder.publisher, 'GET')).body.data
    const brief = (
      releases as { version: string; status: string; channel: string; artifactCount: number }[]
    ).map(({ version, status, channel, artifactCount }) => [version, status, channel, artifactCount])
    assert.deepEqual(brief, [
      ['2.2.0-beta.1', 'published', 'beta', 1],
      ['2.1.0', 'published', 'stable', 2],
    ])
    assert.containSubset(answers[5].data.operation, { type: 'licenses.set_updates' })
  }).timeout(90_000)

  test('docs/updates.md: each of its commands is answered with the update that it is about', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const mac = { platform: 'darwin', arch: 'aarch64', signature: 'c2lnbmVk' } as const
    await publishRelease(merchant, '2.0.0', {
      files: [
        { ...mac, filename: 'App-2.0.0-arm64-mac.zip', kind: 'update' },
        { filename: 'App-2.0.0-full.nupkg', platform: 'windows', kind: 'update' },
      ],
    })
    await using folder = await openFolder(merchant)
    const shown = [
      /^\s*$/,
      /"update":\{"version":"2\.0\.0".*App-2\.0\.0-arm64-mac\.zip/,
      /^\{"version":"2\.0\.0",.*"signature":"c2lnbmVk"/,
      /^version: "2\.0\.0"\nfiles:\n {2}- url: "App-2\.0\.0-arm64-mac\.zip"/,
      /<sparkle:version>2\.0\.0<\/sparkle:version>[\s\S]*sparkle:edSignature="c2lnbmVk"/,
      /^\{"Assets":\[\{"PackageId":"App","Version":"2\.0\.0","Type":"Full"/,
      /"offered":\{[^}]*"version":"2\.0\.0"/,
    ]
    const blocks = shellBlocks(await textOf('docs/updates.md'))
    assert.lengthOf(blocks, shown.length)
    for (const [at, block] of blocks.entries()) assert.match(await folder.shell.run(block), shown[at], block)
  })
})
