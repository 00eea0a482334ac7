import { randomBytes, randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A new application key. */
export const randomKey = () => randomBytes(32).toString('base64url')

const appKeyFile = (dataDir: string) => join(dataDir, 'app_key')

/** The key in DATA_DIR. @throws an error if there is none, or an empty file, which a killed first start left. */
export async function readAppKey(dataDir: string): Promise<string> {
  const key = (await readFile(appKeyFile(dataDir), 'utf8')).trim()
  if (key === '') throw new Error(`${appKeyFile(dataDir)} is empty`)
  return key
}

/** The key in DATA_DIR, generated at the first start. Processes that start together get the same key. */
export async function localAppKey(dataDir: string): Promise<string> {
  return readAppKey(dataDir).catch(async () => {
    await mkdir(dataDir, { recursive: true })
    await storeAppKey(appKeyFile(dataDir))
    return readAppKey(dataDir)
  })
}

/**
 * Stores a new key if there is none. The file gets its name when it is complete, so that no process reads part of a key,
 * and a process that is killed leaves none.
 */
async function storeAppKey(path: string) {
  const written = `${path}.${randomUUID()}`
  const file = await open(written, 'wx', 0o600)
  try {
    await file.writeFile(`${randomKey()}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  const old = await readFile(path, 'utf8').catch(() => null)
  if (old?.trim() === '') await rm(path, { force: true })
  await nameOnce(written, path)
  await rm(written, { force: true })
}

/** Gives a file another name, unless another process was faster. */
async function nameOnce(from: string, to: string) {
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    // Some file systems have no links.
    await copyFile(from, to, constants.COPYFILE_EXCL).catch(() => {})
  })
}
