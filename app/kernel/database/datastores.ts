import { dataDir } from '#config/app'
import { configuredUrl } from '#config/postgres'
import EmbeddedPostgres from './embedded_postgres.js'

let embedded: EmbeddedPostgres | null = null
let url: string | null = null

/** Finds the Postgres that this process uses: DATABASE_URL, else the embedded one, started if need be. */
export async function openDatastores(): Promise<string> {
  if (url) return url
  if (!configuredUrl) embedded = new EmbeddedPostgres(dataDir)
  url = configuredUrl ?? (await embedded!.acquire())
  return url
}

/** Address of the database, with its password: never log it. */
export function databaseUrl(): string {
  if (!url) throw new Error('The datastores are not open yet')
  return url
}

/** Leaves the embedded Postgres; the last process to leave stops it. */
export async function closeDatastores() {
  const leaving = embedded
  embedded = null
  url = null
  await leaving?.release()
}
