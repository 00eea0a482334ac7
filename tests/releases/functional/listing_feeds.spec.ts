import { Ajv } from 'ajv'
import { test } from '@japa/runner'
import { randomBytes } from 'node:crypto'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { programOf, publishRelease } from '#tests/testkit/published'
import { readAppcast, VELOPACK } from '#tests/testkit/updater_rules'
import { readXml } from '#tests/testkit/xml'

async function textOf(path: string, key: string) {
  const answer = await fetch(BASE + path, { headers: { 'x-license-key': key } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** contract/12-releases#124-update-feeds */
test.group('the appcast of Sparkle', () => {
  const SIGNATURE = randomBytes(64).toString('base64')
  const mac = { platform: 'darwin', kind: 'update', signature: SIGNATURE } as const

  test('is RSS in which Sparkle 2 finds all that it reads of a release', async ({ assert }) => {
    const merchant = await createMerchant()
    const publishedAt = new Date('2026-03-05T07:08:09Z')
    const { artifacts } = await publishRelease(merchant, '2.0.0', {
      publishedAt,
      name: 'Two & <more>',
      notes: 'Faster ]]> & "better"\n',
      files: [{ ...mac, filename: 'Editor 2.0.0.zip' }],
      metadata: { build: 2000, phasedRolloutInterval: 86_400 },
    })
    await publishRelease(merchant, '2.1.0-beta.1', {
      channel: 'beta',
      files: [{ ...mac, filename: 'beta.zip' }],
    })
    await publishRelease(merchant, '1.0.0', { files: [{ filename: 'only.exe', platform: 'windows' }] })
    const { base, license } = await programOf(merchant)
    const { status, type, text } = await textOf(`${base}/appcast.xml`, license.key)
    assert.deepEqual([status, type], [200, 'application/rss+xml; charset=utf-8'])
    const rss = readXml(text)
    assert.equal(rss.attributes.version, '2.0')
    const [title] = rss.children[0].children
    assert.deepEqual([title.name, title.text], ['title', 'Editor'])
    const [{ url, ...item }, ...others] = readAppcast(text)
    assert.lengthOf(others, 0, 'neither the beta nor what has no file for a Mac')
    assert.equal(url.pathname, `${base}/artifacts/${artifacts[0].id}`)
    assert.deepEqual(item, {
      ...{ version: '2000', displayVersion: '2.0.0', title: 'Two & <more>', date: publishedAt },
      ...{ channel: null, phasedRolloutInterval: 86_400, length: 16, installationType: 'application' },
      notes: { text: 'Faster ]]> & "better"\n', format: 'plain-text' },
      edSignature: Buffer.from(SIGNATURE, 'base64'),
    })
  })

  test('names the channels that are not the stable one, for licenses that have them', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.0.0')
    await publishRelease(merchant, '2.0.0-beta.1', { channel: 'beta' })
    const { base, license, grantChannels } = await programOf(merchant)
    await grantChannels(['beta'])
    const channelsOf = async (query: string) =>
      readAppcast((await textOf(`${base}/appcast.xml${query}`, license.key)).text).map(
        ({ channel }) => channel
      )
    assert.deepEqual(await channelsOf(''), ['beta', null])
    assert.deepEqual(await channelsOf('?channel=stable'), [null])
  })

  test('says that a package is one, which the address of its file does not tell', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.0.0', { files: [{ ...mac, filename: 'Editor.pkg' }] })
    await publishRelease(merchant, '2.0.0', { files: [{ ...mac, filename: 'Editor.PKG.zip' }] })
    const { base, license } = await programOf(merchant)
    const items = readAppcast((await textOf(`${base}/appcast.xml`, license.key)).text)
    assert.deepEqual(
      items.map(({ version, installationType }) => [version, installationType]),
      [
        ['2.0.0', 'application'],
        ['1.0.0', 'package'],
      ]
    )
  })
})

test.group('the feed of Velopack', () => {
  test('lists full packages and differences, which lie beside it', async ({ assert }) => {
    const merchant = await createMerchant()
    const win = { platform: 'windows', arch: 'x86_64' } as const
    const { artifacts } = await publishRelease(merchant, '2.0.0', {
      notes: '- faster',
      files: [
        { ...win, filename: 'My.Editor-2.0.0-full.nupkg', kind: 'update' },
        { ...win, filename: 'My.Editor-2.0.0-delta.nupkg', kind: 'delta' },
        { ...win, filename: 'My.Editor-Setup.exe', kind: 'installer' },
      ],
    })
    await publishRelease(merchant, '1.0.0', {
      files: [{ filename: 'My.Editor-1.0.0-osx-full.nupkg', platform: 'darwin', kind: 'update' }],
    })
    const { base, license, ask } = await programOf(merchant)
    const client = '?arch=x64&os=win&rid=win-x64&id=My.Editor&localVersion=1.0.0'
    const { type, text } = await textOf(`${base}/velopack/releases.win.json${client}`, license.key)
    assert.equal(type, 'application/json; charset=utf-8')
    const feed = JSON.parse(text) as { Assets: Record<string, unknown>[] }
    const ajv = new Ajv({ allErrors: true })
    assert.isTrue(ajv.validate(VELOPACK, feed), ajv.errorsText())
    const brief = feed.Assets.map(({ PackageId, Version, Type, FileName }) => [
      PackageId,
      Version,
      Type,
      FileName,
    ])
    assert.deepEqual(brief, [
      ['My.Editor', '2.0.0', 'Full', 'My.Editor-2.0.0-full.nupkg'],
      ['My.Editor', '2.0.0', 'Delta', 'My.Editor-2.0.0-delta.nupkg'],
    ])
    assert.equal(feed.Assets[0].SHA1, artifacts[0].sha1.toUpperCase())
    const mac = JSON.parse(
      (await textOf(`${base}/velopack/releases.osx.json`, license.key)).text
    ) as typeof feed
    assert.deepEqual(
      mac.Assets.map(({ Version }) => Version),
      ['1.0.0']
    )
    const file = await ask('/velopack/My.Editor-2.0.0-delta.nupkg')
    assert.equal(file.status, 302)
    assert.include(file.headers.get('location'), `/v1/files/${artifacts[1].id}/`)
    const unknown = await ask('/velopack/releases.solaris.json')
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
  })

  test('{0} gets packages of one architecture, which runs there')
    .with([
      ['a client that names no architecture', 'win', '?localVersion=1.0.0', ['App-2.0.0-full.nupkg']],
      ['a client on x86_64', 'win', '?os=win&arch=x64', ['App-2.0.0-full.nupkg']],
      ['a client on ARM', 'win', '?os=win&arch=arm64', ['App-2.0.0-win-arm64-full.nupkg']],
      ['a channel made for ARM', 'win-arm64', '?os=win&arch=x64', ['App-2.0.0-win-arm64-full.nupkg']],
      ['an emulated program on a Mac', 'osx', '?os=osx&arch=arm64', ['App-2.0.0-osx-full.nupkg']],
      ['a 32-bit channel', 'win-x86', '?os=win&arch=x64', []],
      ['a program on Linux, which emulates nothing', 'linux', '?os=linux&arch=arm64', []],
      ['the one package for Linux', 'linux', '', ['App-2.0.0-linux-full.nupkg']],
    ])
    .run(async ({ assert }, [, channel, query, expected]) => {
      const merchant = await createMerchant()
      await publishRelease(merchant, '2.0.0', {
        files: [
          { filename: 'App-2.0.0-win-arm64-full.nupkg', platform: 'windows', arch: 'aarch64' },
          { filename: 'App-2.0.0-full.nupkg', platform: 'windows', arch: 'x86_64' },
          { filename: 'App-2.0.0-osx-full.nupkg', platform: 'darwin', arch: 'x86_64' },
          { filename: 'App-2.0.0-linux-full.nupkg', platform: 'linux', arch: 'x86_64' },
        ],
      })
      const { base, license } = await programOf(merchant)
      const { text } = await textOf(`${base}/velopack/releases.${channel}.json${query}`, license.key)
      const { Assets } = JSON.parse(text) as { Assets: { FileName: string }[] }
      assert.deepEqual(
        Assets.map(({ FileName }) => FileName),
        expected
      )
    })

  test('finds the id of a package whose release has build metadata, which file names leave out', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '2.0.0+77', { files: [{ filename: 'My-App-2.0.0-full.nupkg' }] })
    const { base, license } = await programOf(merchant)
    const { text } = await textOf(`${base}/velopack/releases.win.json`, license.key)
    const [{ PackageId, Version }] = (JSON.parse(text) as { Assets: Record<string, string>[] }).Assets
    assert.deepEqual([PackageId, Version], ['My-App', '2.0.0+77'])
  })
})

test.group('the feeds that list releases', () => {
  test('reach back to what a license may have, however many newer ones there are: {$self}')
    .with(['appcast.xml', 'velopack/releases.win.json'] as const)
    .run(async ({ assert }, feed) => {
      const merchant = await createMerchant()
      const publish = (version: string) =>
        publishRelease(merchant, version, {
          files: [{ filename: `editor-${version}.zip` }, { filename: `Editor-${version}-full.nupkg` }],
        })
      await publish('1.0.0')
      for (let minor = 1; minor <= 51; minor++) await publish(`1.${minor}.0`)
      const { base, license } = await programOf(merchant)
      const body = { maxVersion: '<1.1.0' }
      await call('PATCH', `/v1/dashboard/licenses/${license.id}`, { token: merchant.token, body })
      const { text } = await textOf(`${base}/${feed}`, license.key)
      assert.match(text, /1\.0\.0/)
      assert.notMatch(text, /1\.1\.0/)
    })

  test(
    'reach back to the newest release for a platform, however many newer ones have no file for it: {$self}'
  )
    .with(['appcast.xml', 'velopack/releases.osx.json'] as const)
    .run(async ({ assert }, feed) => {
      const merchant = await createMerchant()
      const publish = (version: string, platform: string) =>
        publishRelease(merchant, version, {
          files: ['zip', 'nupkg'].map((end) => ({ filename: `Editor-${version}-full.${end}`, platform })),
        })
      await publish('1.0.0', 'darwin')
      for (let minor = 1; minor <= 51; minor++) await publish(`1.${minor}.0`, 'windows')
      const { base, license } = await programOf(merchant)
      const { text } = await textOf(`${base}/${feed}`, license.key)
      assert.match(text, /1\.0\.0/)
      assert.notMatch(text, /1\.51\.0/)
    })
})
