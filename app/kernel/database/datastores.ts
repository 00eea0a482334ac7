import { dataDir } from '#config/app'
import { configuredUrl } from '#config/postgres'
import EmbeddedPostgres from './embedded_postgres.js'
import { embeddedWatch } from './embedded_watch.js'
import type Loop from '#kernel/batching/loop'

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
  url = await server.acquire()
  watch = embeddedWatch(server)
  watch.start()
  return url
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
  await leaving?.release()
}
