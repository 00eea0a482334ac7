import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeWritable } from './data_folder.js'

/** The age at which a claim belongs to a process that was killed. Milliseconds. */
const CLAIM_AGE = 10_000

/** A new application key. */
export const randomKey = () => randomBytes(32).toString('base64url')

const appKeyFile = (dataDir: string) => join(dataDir, 'app_key')

/** The key in DATA_DIR. @throws an error if there is none, or an empty file, which a killed first start left. */
export async function readAppKey(dataDir: string): Promise<string> {
  const key = (await readFile(appKeyFile(dataDir), 'utf8')).trim()
  if (key === '') throw new Error(`${appKeyFile(dataDir)} is empty`)
  return key
}

/**
 * The key in DATA_DIR, generated at the first start. Processes that start together get the same key.
 * @throws an error that names DATA_DIR if that cannot be written
 */
export async function localAppKey(dataDir: string): Promise<string> {
  return readAppKey(dataDir).catch(async () => {
    await makeWritable(dataDir)
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
  await nameOnce(written, path)
  await rm(written, { force: true })
}

/**
 * Gives the file of a new key its final name, unless another process is faster. Only the process that holds the claim may
 * do so, and it looks again first: one that has seen an empty file must not replace the key that has taken its place.
 */
async function nameOnce(written: string, path: string) {
  const claim = `${path}.claim`
  while (!(await hasKey(path))) {
    if (await isMade(claim)) {
      if (!(await hasKey(path))) await rename(written, path)
      await rm(claim, { force: true })
    } else {
      const made = await stat(claim).catch(() => null)
      if (made && Date.now() - made.mtimeMs > CLAIM_AGE) await rm(claim, { force: true })
      await delay(20)
    }
  }
}

/** @throws an error if there is a file that this process cannot read. */
async function hasKey(path: string): Promise<boolean> {
  try {
    return (await readFile(path, 'utf8')).trim() !== ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Makes an empty file; false if it is there already. */
async function isMade(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
