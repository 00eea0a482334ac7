import { readdir, readFile } from 'node:fs/promises'
import { Redis } from 'ioredis'

/** Milliseconds of processor time: of the HTTP process alone, and with the stores that work for it on this machine. */
export type ProcessorTime = { process: number; withStores: number }

/** The last reading of each database connection; connections that have ended still count. */
const ofBackends = new Map<string, number>()

/**
 * The processor time so far of a process, of the connections to its database, and of the Redis server of REDIS_URL if
 * it runs on this machine. On Linux only.
 */
export async function processorTime(pid: number, databaseUrl: string): Promise<ProcessorTime> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  await Promise.all(all.map((one) => noteBackend(one, database)))
  const ms = await timeOf(String(pid))
  const stores = [...ofBackends.values(), await timeOfRedis()]
  return { process: ms, withStores: stores.reduce((sum, one) => sum + one, ms) }
}

async function noteBackend(pid: string, database: string) {
  const [program, ...title] = (await text(`/proc/${pid}/cmdline`)).split(/[\s\0]+/)
  if (program === 'postgres:' && title.includes(database)) ofBackends.set(pid, await timeOf(pid))
}

let redisPid: Promise<string | null> | undefined

async function timeOfRedis(): Promise<number> {
  redisPid ??= findRedis()
  const pid = await redisPid
  return pid === null ? 0 : timeOf(pid)
}

/** The server of REDIS_URL only, because other Redis servers on this machine may serve other programs. */
async function findRedis(): Promise<string | null> {
  const { REDIS_URL } = process.env
  if (!REDIS_URL) return null
  const client = new Redis(REDIS_URL)
  const [, pid = ''] = /process_id:(\d+)/.exec(await client.info('server')) ?? []
  client.disconnect()
  return /(redis|valkey)-server/.test(await text(`/proc/${pid}/cmdline`)) ? pid : null
}

async function timeOf(pid: string): Promise<number> {
  const [, rest = ''] = (await text(`/proc/${pid}/stat`)).split(') ')
  const fields = rest.split(' ')
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
}

/** Empty if the process has ended. */
function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
