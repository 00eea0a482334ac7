import { chmod, mkdir, mkdtemp, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { wrong } from './setting_checks.js'

/** What the service puts into DATA_DIR; a file that is being written has a longer name. */
const OWN = ['app_key', 'files', 'postgres', 'quickstart.json']

/** A mounted disk has it. */
const LOST = 'lost+found'

/**
 * Closes DATA_DIR to other users, which protects files of earlier versions. Only a folder that holds nothing but the
 * service's own files is closed: others may need the rest of a shared one, such as `/srv`, and a service that runs as
 * root could close any folder or file that DATA_DIR names by mistake. So an empty one stays as it is until the service has
 * put something there, which is private from the start. A folder of another user stays as it is.
 */
export async function closeDataFolder(dataDir: string) {
  const names = await readdir(dataDir).catch(() => null)
  if (!names?.some(isOwn)) return
  if (names.every((name) => name === LOST || isOwn(name))) await chmod(dataDir, 0o700).catch(() => {})
}

/**
 * Makes DATA_DIR, or a folder in it, where the service is about to write. One that stores everything elsewhere needs no
 * such folder, so it may start where it can write nothing.
 * @throws an error that names DATA_DIR if the folder cannot be made or written
 */
export async function makeWritable(path: string) {
  try {
    await mkdir(path, { recursive: true })
    await rmdir(await mkdtemp(join(path, 'files.')))
  } catch (error) {
    wrong(
      'DATA_DIR',
      `a folder that can be written; ${path} cannot (${(error as NodeJS.ErrnoException).code})`
    )
  }
}

function isOwn(name: string): boolean {
  return OWN.some((own) => name === own || name.startsWith(`${own}.`))
}
