import { readFile } from 'node:fs/promises'

/** The kernel reports its timers in units of one hundredth of a second. */
const TICKS = 100
const KEEP_ALIVE = '02'

/** Seconds until the kernel probes the other side of an idle connection; null if it never does. Works only on Linux. */
export async function nextProbe(localPort: number): Promise<number | null> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => ''))
  const port = `:${localPort.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of (await Promise.all(tables)).join('\n').split('\n')) {
    const [, local, , , , timer] = line.trim().split(/\s+/)
    if (!local?.endsWith(port)) continue
    const [kind, ticks] = timer.split(':')
    if (kind === KEEP_ALIVE) return Number.parseInt(ticks, 16) / TICKS
  }
  return null
}
