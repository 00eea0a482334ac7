import { dataDir } from '#config/app'
import { configuredUrl } from '#config/postgres'
import type Loop from '#kernel/batching/loop'
import { diskFault } from '#kernel/refusals/disk_fault'
import StartProblem from '#kernel/refusals/start_problem'
import EmbeddedPostgres from './embedded_postgres.js'
import { embeddedWatch } from './embedded_watch.js'

let embedded: EmbeddedPostgres | null = null
let watch: Loop | null = null
let url: string | null = null

/** Returns the URL of this process's Postgres: DATABASE_URL, or else the embedded one, which it starts if necessary. */
export async function openDatastores(): Promise<string> {
  if (url) return url
  if (configuredUrl) return (url = configuredUrl)
  const server = new EmbeddedPostgres(dataDir)
  // Before there is anything that `closeDatastores` would have to leave.
  await server.makeFolder()
  embedded = server
  url = await server.acquire().catch(refuse)
  // A process that is told to stop while it starts has left the server by now.
  if (embedded !== server) return url
  watch = embeddedWatch(server)
  watch.start()
  return url
}

/** Says in plain words that the disk of the embedded Postgres cannot be used. */
function refuse(error: unknown): never {
  const fault = diskFault(error)
  if (!fault) throw error
  throw new StartProblem(`The embedded Postgres cannot start in ${dataDir}: ${fault}`, { cause: error })
}

/** URL of the database, including its password: never log it. */
export function databaseUrl(): string {
  if (!url) throw new Error('The datastores are not open yet')
  return url
}

/** Stops using the embedded Postgres; the last process to leave stops it. */
export async function closeDatastores() {
  const leaving = embedded
  embedded = null
  url = null
  await watch?.stop()
  // A full disk takes no lock: the server then continues, and the next process joins it and stops it.
  await leaving?.release().catch((error) => {
    if (!diskFault(error)) throw error
  })
}
