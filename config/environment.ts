import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EnvLoader, EnvParser } from '@adonisjs/core/env'
import { defaultOf } from './settings/setting.js'
import { settings } from './settings/table.js'

/** Settings that are needed before any is checked, or by the framework itself. */
const EARLY = ['NODE_ENV', 'HOST', 'PORT', 'LOG_LEVEL', 'DATA_DIR'] as const

/** What the settings were before anything was filled in. */
export const found = {
  /** Nobody chose a port. */
  portIsDefault: false,
  /** The key of the application is a random one that nothing keeps. */
  appKeyIsMissing: false,
}

let suggested: Record<string, string> = {}

/** Other defaults for one program; whatever the environment or a file `.env` says goes before them. */
export function suggest(defaults: Record<string, string>) {
  suggested = defaults
}

/**
 * Fills in what a person with nothing but npm should not have to decide: the defaults of its settings
 * (contract#settings), and, outside production, an application key kept in DATA_DIR. Nothing makes a key up in
 * production or for a database of DATABASE_URL: what it sealed there would be unreadable for every process with the
 * right key. Files and folders are meant from where the service was started, so that the build and the sources share
 * them.
 */
export async function prepareEnvironment() {
  const fromFiles = await readEnvFiles(settingsFolder())
  dropEmptyValues()
  found.portIsDefault = !process.env.PORT && !fromFiles.PORT
  const defaults = Object.fromEntries(EARLY.map((name) => [name, defaultOf(settings[name].about)]))
  for (const [name, value] of Object.entries({ ...defaults, ...suggested, ...fromFiles })) {
    process.env[name] ??= value
  }
  process.env.DATA_DIR = resolve(process.env.DATA_DIR!)
  await closeToOthers(process.env.DATA_DIR)
  dropEmptyValues()
  const { APP_KEY, APP_KEYS, NODE_ENV, DATA_DIR, DATABASE_URL } = process.env
  if (!APP_KEY && !APP_KEYS && NODE_ENV !== 'production') {
    process.env.APP_KEY = await (DATABASE_URL ? keptAppKey(DATA_DIR) : localAppKey(DATA_DIR))
  }
}

/**
 * Keys, exports and uploads are for the service's own user: whatever it writes from now on nobody else may read, and
 * what an earlier version wrote lies in a folder that nobody else may enter. A folder of another user stays as it is.
 */
async function closeToOthers(dataDir: string) {
  process.umask(0o077)
  await chmod(dataDir, 0o700).catch(() => {})
}

/** Where `.env` is read, and what DATA_DIR is relative to: the folder in which the service was started. */
export const settingsFolder = () => pathToFileURL(`${process.cwd()}/`)

async function readEnvFiles(root: URL): Promise<Record<string, string | undefined>> {
  const values: Record<string, string | undefined> = {}
  for (const { contents } of (await new EnvLoader(root).load()).toReversed()) {
    Object.assign(values, await new EnvParser(contents, root).parse())
  }
  return values
}

/** An empty setting (`REDIS_URL=`) means "not set", as people write it in .env files and compose files. */
function dropEmptyValues() {
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') delete process.env[name]
  }
}

/** The key of the folder, made at the first start. */
async function localAppKey(dataDir: string): Promise<string> {
  return readAppKey(dataDir).catch(async () => {
    await mkdir(dataDir, { recursive: true })
    // "wx" lets only one of two processes that start together write the key; the other reads it.
    await writeFile(appKeyFile(dataDir), `${randomKey()}\n`, {
      mode: 0o600,
      flag: 'wx',
    }).catch(() => {})
    return readAppKey(dataDir)
  })
}

/**
 * The key that an earlier start left in the folder. Without one the key is a random one that nothing keeps: it lets
 * `list`, `--help` and `build` run, and whatever opens the database is refused.
 */
async function keptAppKey(dataDir: string): Promise<string> {
  return readAppKey(dataDir).catch(() => {
    found.appKeyIsMissing = true
    return randomKey()
  })
}

const randomKey = () => randomBytes(32).toString('base64url')

const appKeyFile = (dataDir: string) => join(dataDir, 'app_key')

async function readAppKey(dataDir: string): Promise<string> {
  return (await readFile(appKeyFile(dataDir), 'utf8')).trim()
}
