import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds of processor time: of the HTTP process, and of it and the stores that work for it on this machine. */
export type ProcessorTime = { process: number; withStores: number }

/**
 * The processor time that a process, the connections to its database and the Redis servers of this machine have taken
 * so far. On Linux only.
 */
export async function processorTime(pid: number, databaseUrl: string): Promise<ProcessorTime> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const times = await Promise.all(all.map((one) => storeTime(one, database)))
  const ms = await timeOf(String(pid))
  return { process: ms, withStores: times.reduce((sum, one) => sum + one, ms) }
}

async function storeTime(pid: string, database: string): Promise<number> {
  const [program, ...title] = (await text(`/proc/${pid}/cmdline`)).split(/[\s\0]+/)
  const isBackend = program === 'postgres:' && title.includes(database)
  return isBackend || /(redis|valkey)-server$/.test(program) ? timeOf(pid) : 0
}

async function timeOf(pid: string): Promise<number> {
  const [, rest = ''] = (await text(`/proc/${pid}/stat`)).split(') ')
  const fields = rest.split(' ')
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
}

/** A process that has ended meanwhile has no text. */
function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
