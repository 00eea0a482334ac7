import { chmod, readdir } from 'node:fs/promises'

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

function isOwn(name: string): boolean {
  return OWN.some((own) => name === own || name.startsWith(`${own}.`))
}
