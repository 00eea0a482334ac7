import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EnvLoader, EnvParser } from '@adonisjs/core/env'

const DEFAULTS = {
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: '3333',
  LOG_LEVEL: 'info',
  DATA_DIR: 'storage',
}

let suggested: Record<string, string> = {}

/** Other defaults for one program; whatever the environment or a file `.env` says goes before them. */
export function suggest(defaults: Record<string, string>) {
  suggested = defaults
}

/**
 * Fills in what a person with nothing but npm should not have to decide: the defaults of contract 7, and,
 * outside production, an application key kept in DATA_DIR. Production without APP_KEY fails by name, because
 * a key made up there would leave every stored secret unreadable on the next machine. Files and folders are
 * meant from where the service was started, so that the build and the sources share them.
 */
export async function prepareEnvironment() {
  const fromFiles = await readEnvFiles(pathToFileURL(`${process.cwd()}/`))
  dropEmptyValues()
  if (!process.env.PORT && !fromFiles.PORT) process.env.PORT_IS_DEFAULT = 'true'
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...suggested, ...fromFiles })) {
    process.env[name] ??= value
  }
  process.env.DATA_DIR = resolve(process.env.DATA_DIR!)
  dropEmptyValues()
  if (!process.env.APP_KEY && process.env.NODE_ENV !== 'production') {
    process.env.APP_KEY = await localAppKey(process.env.DATA_DIR)
  }
}

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

async function localAppKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'app_key')
  const read = () => readFile(file, 'utf8').then((text) => text.trim())
  return read().catch(async () => {
    await mkdir(dataDir, { recursive: true })
    // "wx" lets only one of two processes that start together write the key; the other reads it.
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
      () => {}
    )
    return read()
  })
}
