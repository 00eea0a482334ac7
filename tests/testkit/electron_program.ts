import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BASE } from './http.js'
import { NodeNetExecutor } from './electron_net.js'

const UPDATERS = { win32: NsisUpdater, linux: AppImageUpdater }

/** The used part of the updaters. Electron itself, whose types the updaters' types need, is not installed. */
type Updater = {
  httpExecutor: NodeNetExecutor
  requestHeaders: Record<string, string>
  logger: null
  autoDownload: boolean
  _testOnlyOptions: { platform: string; isUseDifferentialDownload: boolean } | null
  setFeedURL(options: { provider: 'generic'; url: string }): void
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>
  downloadUpdate(): Promise<string[]>
  on(event: 'error', listener: () => void): void
}

/** A program, and where it asks for updates. */
export type Installed = {
  platform: keyof typeof UPDATERS
  version: string
  /** The path of the product's updates. */
  base: string
  key: string
  /** The installer that it was installed with, or its AppImage. */
  installer?: Uint8Array
}

/** An installed program with electron-updater, which asks this service for updates. */
export async function installProgram({ platform, version, base, key, installer }: Installed) {
  await mkdir('tmp', { recursive: true })
  const folder = await mkdtemp(resolve('tmp/program-'))
  const config = join(folder, 'app-update.yml')
  await writeFile(config, 'updaterCacheDirName: cache\n')
  await mkdir(join(folder, 'cache'))
  if (installer) await writeFile(join(folder, 'cache', 'installer.exe'), installer)
  const app = {
    ...{ version, name: 'editor', isPackaged: true, appUpdateConfigPath: config },
    ...{ userDataPath: folder, baseCachePath: folder },
    whenReady: () => Promise.resolve(),
    onQuit: () => {},
  }
  const Made = UPDATERS[platform] as unknown as new (options: null, program: object) => Updater
  const updater = new Made(null, app)
  const net = new NodeNetExecutor()
  Object.assign(updater, { httpExecutor: net, logger: null, autoDownload: false })
  updater.requestHeaders = { 'X-License-Key': key }
  // The updater then throws the errors that would make it download the whole file, so a test sees the cause.
  updater._testOnlyOptions = { platform, isUseDifferentialDownload: installer !== undefined }
  updater.setFeedURL({ provider: 'generic', url: `${BASE}${base}/electron` })
  updater.on('error', () => {})
  return {
    ...{ updater, net },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
