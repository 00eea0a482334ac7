import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EnvLoader, EnvParser } from '@adonisjs/core/env'
import { closeDataFolder } from './data_folder.js'
import { localAppKey, randomKey, readAppKey } from './local_app_key.js'
import { defaultOf } from './settings/setting.js'
import { settings } from './settings/table.js'

/** Settings that are needed before the settings are checked, or by the framework itself. */
const EARLY = ['NODE_ENV', 'HOST', 'PORT', 'LOG_LEVEL', 'DATA_DIR'] as const

/** The state of the settings before defaults were filled in. */
export const found = {
  /** HOST, or its default. */
  host: '',
  /** PORT was not set. */
  portIsDefault: false,
  /** The application key is a random one that is not stored. */
  appKeyIsMissing: false,
}

let suggested: Record<string, string> = {}
let joinsDeployment = false

/** Sets other defaults for one program; the environment and the file `.env` override them. */
export function suggest(defaults: Record<string, string>) {
  suggested = defaults
}

/**
 * For a command of an operator: NODE_ENV is `production` if nothing says otherwise and the settings are those of a
 * deployment, which are a database and an application key of its own. The service that is deployed sets it for itself.
 */
export function joinDeployment() {
  joinsDeployment = true
}

/**
 * Fills in settings that a newcomer with nothing but npm should not have to choose: the defaults (contract#settings)
 * and, outside production, an application key stored in DATA_DIR. It never generates a stored key in production or
 * with DATABASE_URL, because processes with the right key could not read what that key encrypted. Files and folders
 * are relative to the folder in which the service was started, so that the build and the sources share them.
 * @throws an error that names DATA_DIR if that cannot be a folder
 */
export async function prepareEnvironment() {
  let fromFiles = await readEnvFiles(settingsFolder())
  dropEmptyValues()
  if (joinsDeployment && isDeployment({ ...fromFiles, ...process.env })) {
    process.env.NODE_ENV = 'production'
    // Now with `.env.production`, which the service reads.
    fromFiles = await readEnvFiles(settingsFolder())
  }
  found.portIsDefault = !process.env.PORT && !fromFiles.PORT
  const defaults = Object.fromEntries(EARLY.map((name) => [name, defaultOf(settings[name].about)]))
  for (const [name, value] of Object.entries({ ...defaults, ...suggested, ...fromFiles })) {
    process.env[name] ??= value
  }
  found.host = process.env.HOST!
  process.env.DATA_DIR = settings.DATA_DIR('DATA_DIR', resolve(process.env.DATA_DIR!))
  // Keys, exports and uploads that are written from now on are for the service's own user alone.
  process.umask(0o077)
  await closeDataFolder(process.env.DATA_DIR)
  dropEmptyValues()
  const { APP_KEY, APP_KEYS, NODE_ENV, DATA_DIR, DATABASE_URL } = process.env
  if (!APP_KEY && !APP_KEYS && NODE_ENV !== 'production') {
    process.env.APP_KEY = await (DATABASE_URL ? keptAppKey(DATA_DIR) : localAppKey(DATA_DIR))
  }
}

/** The folder in which the service was started; `.env` is read there, and DATA_DIR is relative to it. */
export const settingsFolder = () => pathToFileURL(`${process.cwd()}/`)

async function readEnvFiles(root: URL): Promise<Record<string, string | undefined>> {
  const values: Record<string, string | undefined> = {}
  for (const { contents } of (await new EnvLoader(root).load()).toReversed()) {
    Object.assign(values, await new EnvParser(contents, root).parse())
  }
  return values
}

function isDeployment({ NODE_ENV, DATABASE_URL, APP_KEY, APP_KEYS }: NodeJS.ProcessEnv): boolean {
  return !NODE_ENV && Boolean(DATABASE_URL) && Boolean(APP_KEY || APP_KEYS)
}

/** Treats an empty setting (`REDIS_URL=`) as not set, as people write it in .env files and compose files. */
function dropEmptyValues() {
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') delete process.env[name]
  }
}

/**
 * The key that an earlier start stored in DATA_DIR. Without one, it returns a random key that is not stored: `list`,
 * `--help` and `build` work with it, and opening the database is refused.
 */
async function keptAppKey(dataDir: string): Promise<string> {
  return readAppKey(dataDir).catch(() => {
    found.appKeyIsMissing = true
    return randomKey()
  })
}
