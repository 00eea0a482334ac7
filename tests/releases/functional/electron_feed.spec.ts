import { GenericProvider as ItsProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { distribute, programOf, publishRelease } from '#tests/testkit/published'

type UpdateInfo = {
  version: string
  path: string
  sha512: string
  releaseDate: string
  stagingPercentage: number
  releaseNotes?: string
}
type Provider = {
  setRequestHeaders(headers: Record<string, string>): void
  getLatestVersion(): Promise<UpdateInfo>
  resolveFiles(info: UpdateInfo): { url: URL; info: { sha512: string; size: number } }[]
}
type Platform = 'win32' | 'darwin' | 'linux'

/**
 * The provider of electron-updater itself, which requests and reads as it does in a program; only Electron's network is
 * replaced.
 */
const GenericProvider = ItsProvider as unknown as new (
  configuration: object,
  updater: object,
  options: object
) => Provider

function providerOf(path: string, key: string | null, platform: Platform, channel: string | null = null) {
  const request = async ({ path: asked, headers }: { path: string; headers: Record<string, string> }) => {
    const answer = await fetch(BASE + asked, { headers })
    if (!answer.ok) throw new Error(`${answer.status}`)
    return answer.text()
  }
  const options = { platform, executor: { request }, isUseMultipleRangeRequest: true }
  const provider = new GenericProvider({ provider: 'generic', url: BASE + path }, { channel }, options)
  provider.setRequestHeaders(key === null ? {} : { 'X-License-Key': key })
  return provider
}

const FILES = [
  { filename: 'App-Setup-2.0.0.exe', platform: 'windows', arch: 'x86_64', kind: 'installer' },
  { filename: 'App-Setup-2.0.0.exe.blockmap', platform: 'windows', arch: 'x86_64', kind: 'other' },
  { filename: 'App 2.0.0 # arm64.zip', platform: 'darwin', arch: 'aarch64', kind: 'archive' },
  { filename: 'App-2.0.0.AppImage', platform: 'linux', arch: 'x86_64', kind: 'installer' },
  { filename: 'App-2.0.0-arm64.AppImage', platform: 'linux', arch: 'aarch64', kind: 'installer' },
] as const

/** contract/12-releases#124-update-feeds */
test.group('the feed of electron-updater', () => {
  test('is read by its own provider, on each platform', async ({ assert }) => {
    const merchant = await createMerchant()
    const { artifacts } = await publishRelease(merchant, '2.0.0', { files: [...FILES], notes: 'a: "b"\n- c' })
    const { base, license } = await programOf(merchant)
    const files = { win32: 0, darwin: 2, linux: 3 }
    for (const platform of ['win32', 'darwin', 'linux'] as const) {
      if (platform === 'linux') process.env.TEST_UPDATER_ARCH = 'x64'
      const provider = providerOf(`${base}/electron`, license.key, platform)
      const info = await provider.getLatestVersion()
      assert.equal(info.version, '2.0.0')
      assert.equal(info.releaseNotes, 'a: "b"\n- c')
      assert.equal(info.stagingPercentage, 100)
      assert.isFalse(Number.isNaN(Date.parse(info.releaseDate)))
      const [file, ...others] = provider.resolveFiles(info)
      assert.lengthOf(others, 0)
      const made = artifacts[files[platform]]
      assert.equal(decodeURIComponent(file.url.pathname), `${base}/electron/${made.filename}`)
      assert.equal(file.info.sha512, Buffer.from(made.sha512, 'hex').toString('base64'))
      assert.equal(file.info.size, made.filename.length)
    }
  })

  test('has a file for each architecture of Linux and for each channel', async ({ assert }) => {
    const merchant = await createMerchant()
    await distribute(merchant, 'open')
    await publishRelease(merchant, '2.0.0', { files: [...FILES] })
    await publishRelease(merchant, '2.1.0-beta.1', { channel: 'beta', rolloutPercent: 30 })
    const base = `/v1/updates/${merchant.productId}/electron`
    process.env.TEST_UPDATER_ARCH = 'arm64'
    const arm = providerOf(base, null, 'linux')
    assert.equal((await arm.getLatestVersion()).path, 'App-2.0.0-arm64.AppImage')
    const beta = await providerOf(base, null, 'win32', 'beta').getLatestVersion()
    assert.deepEqual([beta.version, beta.stagingPercentage], ['2.1.0-beta.1', 30])
  }).cleanup(() => void delete process.env.TEST_UPDATER_ARCH)

  test('leads to the newest file of any other name, and knows none of a name that nobody has', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const old = await publishRelease(merchant, '1.0.0', {
      files: [{ filename: 'app.exe.blockmap', kind: 'other' }],
    })
    const { ask } = await programOf(merchant)
    const found = await ask('/electron/app.exe.blockmap')
    assert.equal(found.status, 302)
    assert.include(found.headers.get('location'), `/v1/files/${old.artifacts[0].id}/app.exe.blockmap?`)
    const none = await ask('/electron/latest-7.yml')
    assert.deepEqual([none.status, none.body.error.code], [404, 'NOT_FOUND'])
    const noLinux = await ask('/electron/latest-mac.yml')
    assert.deepEqual([noLinux.status, noLinux.body.error.code], [404, 'NOT_FOUND'])
  })

  test('has a file whose name is the same in every release, however many newer ones the license may not have', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { artifacts } = await publishRelease(merchant, '2.0.0', { files: [{ filename: 'app.zip' }] })
    for (let night = 1; night <= 201; night++) {
      const files = [{ filename: 'app.zip' }]
      await publishRelease(merchant, `3.0.0-dev.${night}`, { channel: 'dev', files })
    }
    const { ask } = await programOf(merchant)
    const found = await ask('/electron/app.zip')
    assert.equal(found.status, 302)
    assert.include(found.headers.get('location'), `/v1/files/${artifacts[0].id}/`)
    assert.equal((await ask('/electron/other.zip')).status, 404)
  })
})
