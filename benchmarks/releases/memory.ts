import { readFile, writeFile } from 'node:fs/promises'

const MIB = 1024 * 1024

/** Resident memory of a process in bytes: now, and its peak since `forgetPeak`. On Linux only. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (field: string) => 1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1])
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Resets the recorded peak of a process. */
export function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5')
}

export const inMib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
