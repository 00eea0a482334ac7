import { Ajv } from 'ajv'
import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { programOf, publishRelease } from '#tests/testkit/published'
import { readXml } from '#tests/testkit/xml'

async function textOf(path: string, key: string) {
  const answer = await fetch(BASE + path, { headers: { 'x-license-key': key } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** What Velopack's client reads of an asset: its names, its types, its hashes in hexadecimal. */
const VELOPACK = {
  type: 'object',
  required: ['Assets'],
  properties: {
    Assets: {
      type: 'array',
      items: {
        type: 'object',
        required: ['PackageId', 'Version', 'Type', 'FileName', 'SHA1', 'SHA256', 'Size'],
        properties: {
          PackageId: { type: 'string', minLength: 1 },
          Version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
          Type: { enum: ['Full', 'Delta'] },
          FileName: { type: 'string', pattern: '\\.nupkg$' },
          SHA1: { type: 'string', pattern: '^[0-9A-F]{40}$' },
          SHA256: { type: 'string', pattern: '^[0-9A-F]{64}$' },
          Size: { type: 'integer', minimum: 1 },
          NotesMarkdown: { type: 'string' },
        },
      },
    },
  },
} as const

/** contract/12-releases#124-update-feeds */
test.group('the appcast of Sparkle', () => {
  test('is RSS with what Sparkle 2 reads of each release', async ({ assert }) => {
    const merchant = await createMerchant()
    const mac = { platform: 'darwin', kind: 'update', signature: 'c2lnbmVk/+==' } as const
    await publishRelease(merchant, '2.0.0', {
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
    assert.deepEqual(rss.attributes, {
      version: '2.0',
      'xmlns:sparkle': 'http://www.andymatuschak.org/xml-namespaces/sparkle',
    })
    const [title, ...items] = rss.children[0].children
    assert.deepEqual([title.name, title.text], ['title', 'Editor'])
    assert.lengthOf(items, 1, 'neither the beta nor what has no file for a Mac')
    const told = Object.fromEntries(items[0].children.map((child) => [child.name, child.text]))
    const { pubDate, ...rest } = told
    assert.isFalse(Number.isNaN(Date.parse(pubDate)))
    assert.deepEqual(rest, {
      title: 'Two & <more>',
      'sparkle:version': '2000',
      'sparkle:shortVersionString': '2.0.0',
      'sparkle:phasedRolloutInterval': '86400',
      description: 'Faster ]]> & "better"\n',
      enclosure: '',
    })
    const { url, ...enclosure } = items[0].children.at(-1)!.attributes
    assert.include(url, `${base}/artifacts/`)
    assert.deepEqual(enclosure, {
      length: '16',
      type: 'application/zip',
      'sparkle:edSignature': 'c2lnbmVk/+==',
    })
  })

  test('names the channels that are not the stable one, for licenses that have them', async ({ assert }) => {
    const merchant = await createMerchant()
    await publishRelease(merchant, '1.0.0')
    await publishRelease(merchant, '2.0.0-beta.1', { channel: 'beta' })
    const { base, license, grantChannels } = await programOf(merchant)
    await grantChannels(['beta'])
    const channelsOf = async (query: string) =>
      readXml((await textOf(`${base}/appcast.xml${query}`, license.key)).text)
        .children[0].children.slice(1)
        .map(({ children }) => children.find(({ name }) => name === 'sparkle:channel')?.text)
    assert.deepEqual(await channelsOf(''), ['beta', undefined])
    assert.deepEqual(await channelsOf('?channel=stable'), [undefined])
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
})
