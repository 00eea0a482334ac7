import { readFile, writeFile } from 'node:fs/promises'

/** Resident memory of a process in MiB: the current value, and the peak since the last reset. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/**
 * Runs something; resolves with the MiB by which the memory of a process peaked above its value before. Works only on
 * Linux.
 */
export async function growth(pid: number, run: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const { now } = await memoryOf(pid)
  await run()
  return (await memoryOf(pid)).peak - now
}
