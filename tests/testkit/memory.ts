import { readFile, writeFile } from 'node:fs/promises'

/** Memory of a process in MiB: now, and at most since it was forgotten. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Runs something; resolves with how many MiB the memory of a process went above what it took before. Linux alone. */
export async function growth(pid: number, run: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const { now } = await memoryOf(pid)
  await run()
  return (await memoryOf(pid)).peak - now
}
