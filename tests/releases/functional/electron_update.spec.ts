import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { artifactPath } from '#releases/store/artifact_path'
import { installProgram, type Installed } from '#tests/testkit/electron_program'
import { programOf } from '#tests/testkit/published'
import { ask, createPublisher, draft, put, type Publisher } from '#tests/testkit/publishing'

/**
 * The size of a block in a block map, and the number of blocks of a program. Every second one changes, which makes as
 * many ranges.
 */
const BLOCK = 1024
const BLOCKS = 3000
const CHANGED = BLOCKS / 2

/** The next version of an installer: every second block is different. */
function changed(old: Buffer): Buffer {
  const next = Buffer.from(old)
  for (let at = 0; at < BLOCKS; at += 2) randomBytes(BLOCK).copy(next, at * BLOCK)
  return next
}

/** The block map that electron-builder puts beside an installer. */
function blockMapOf(content: Buffer): Buffer {
  const blocks = Array.from({ length: content.length / BLOCK }, (_, at) =>
    content.subarray(at * BLOCK, (at + 1) * BLOCK)
  )
  const checksums = blocks.map((block) => createHash('sha256').update(block).digest('base64'))
  const file = { name: 'file', offset: 0, checksums, sizes: blocks.map(({ length }) => length) }
  return gzipSync(JSON.stringify({ version: '2', files: [file] }))
}

/** Publishes files as a merchant does; returns the ids of the release and of its files. */
async function publish(publisher: Publisher, version: string, files: Record<string, Buffer>, query: string) {
  const releaseId = await draft(publisher, version)
  const artifacts: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const kind = name.endsWith('.blockmap') ? 'other' : 'installer'
    const { body } = await put(publisher, releaseId, name, content, { query: `${query}&kind=${kind}` })
    artifacts.push(body.data.artifact.id as string)
  }
  await ask(publisher, 'POST', `/${releaseId}/publish`)
  return { releaseId, artifacts }
}

const publishWindows = (publisher: Publisher, version: string, installer: Buffer) =>
  publish(
    publisher,
    version,
    {
      [`App-Setup-${version}.exe`]: installer,
      [`App-Setup-${version}.exe.blockmap`]: blockMapOf(installer),
    },
    '?platform=win32&arch=x64'
  )

/** Version 1.0.0 of the program of a publisher, with a license; on Windows by default. */
async function install(
  { merchant }: Publisher,
  how: Pick<Partial<Installed>, 'platform' | 'installer'> = {}
) {
  const { base, license } = await programOf(merchant)
  return installProgram({ platform: 'win32', version: '1.0.0', base, key: license.key, ...how })
}

/** contract/12-releases#124-update-feeds: the updater itself, on the network of Node.js instead of Electron's. */
test.group('a program with electron-updater', () => {
  test('finds an update and downloads it, with the hash that the feed names', async ({ assert }) => {
    const publisher = await createPublisher()
    const installer = randomBytes(BLOCKS * BLOCK)
    await publishWindows(publisher, '2.0.0', installer)
    await using program = await install(publisher)
    const found = await program.updater.checkForUpdates()
    assert.containSubset(found, { isUpdateAvailable: true, updateInfo: { version: '2.0.0' } })
    const [file] = await program.updater.downloadUpdate()
    assert.match(file, /App-Setup-2\.0\.0\.exe$/)
    assert.isTrue(installer.equals(await readFile(file)))
  })

  test('refuses a file that is not the one of the feed', async ({ assert }) => {
    const publisher = await createPublisher()
    const { artifacts } = await publishWindows(publisher, '2.0.0', randomBytes(BLOCKS * BLOCK))
    await drive.use().put(artifactPath(artifacts[0]), randomBytes(BLOCKS * BLOCK))
    await using program = await install(publisher)
    await program.updater.checkForUpdates()
    await assert.rejects(() => program.updater.downloadUpdate(), /sha512 checksum mismatch/)
  })

  test('downloads what has changed alone, a batch of ranges at a time', async ({ assert }) => {
    const publisher = await createPublisher()
    const old = randomBytes(BLOCKS * BLOCK)
    const next = changed(old)
    await publishWindows(publisher, '1.0.0', old)
    await publishWindows(publisher, '2.0.0', next)
    await using program = await install(publisher, { installer: old })
    await program.updater.checkForUpdates()
    const [file] = await program.updater.downloadUpdate()
    assert.isTrue(next.equals(await readFile(file)))
    const asked = program.net.ranges
    assert.isAbove(asked.length, 1, 'more than one batch')
    assert.equal(
      asked.reduce((sum, ranges) => sum + ranges, 0),
      CHANGED
    )
    assert.isBelow(program.net.bytes, next.length * 0.8)
  })

  test('gets a whole AppImage on Linux', async ({ assert }) => {
    const publisher = await createPublisher()
    const image = randomBytes(BLOCKS * BLOCK)
    await publish(publisher, '2.0.0', { 'App-2.0.0.AppImage': image }, '?platform=linux&arch=x64')
    process.env.TEST_UPDATER_ARCH = 'x64'
    process.env.APPIMAGE = '/nowhere/App-1.0.0.AppImage'
    await using program = await install(publisher, { platform: 'linux' })
    await program.updater.checkForUpdates()
    const [file] = await program.updater.downloadUpdate()
    assert.isTrue(image.equals(await readFile(file)))
  }).cleanup(() => {
    delete process.env.TEST_UPDATER_ARCH
    delete process.env.APPIMAGE
  })

  test('finds nothing after a yank, and gets nothing that it had found before', async ({ assert }) => {
    const publisher = await createPublisher()
    await publishWindows(publisher, '1.0.0', randomBytes(BLOCK))
    const { releaseId } = await publishWindows(publisher, '2.0.0', randomBytes(BLOCK))
    await using program = await install(publisher)
    assert.isTrue((await program.updater.checkForUpdates())?.isUpdateAvailable)
    await ask(publisher, 'POST', `/${releaseId}/yank`, { reason: 'crashes' })
    await assert.rejects(() => program.updater.downloadUpdate(), /status 404/)
    const again = await program.updater.checkForUpdates()
    assert.containSubset(again, { isUpdateAvailable: false, updateInfo: { version: '1.0.0' } })
  })
})
