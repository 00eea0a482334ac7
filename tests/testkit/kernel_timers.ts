import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** The kernel reports its timers in units of one hundredth of a second. */
const TICKS = 100
const KEEP_ALIVE = '02'

/** The addresses in the kernel's table end with the port, in hexadecimal digits. */
const ending = (port?: number) => `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Seconds until the kernel probes the other side of an idle connection; null if it never does. Works only on Linux. The
 * local port alone does not name a connection: the kernel uses it again for connections to other ports.
 */
export async function nextProbe({ localPort, remotePort }: Socket): Promise<number | null> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => ''))
  const [here, there] = [ending(localPort), ending(remotePort)]
  for (const line of (await Promise.all(tables)).join('\n').split('\n')) {
    const [, local, remote, , , timer] = line.trim().split(/\s+/)
    if (!local?.endsWith(here) || !remote.endsWith(there)) continue
    const [kind, ticks] = timer.split(':')
    if (kind === KEEP_ALIVE) return Number.parseInt(ticks, 16) / TICKS
  }
  return null
}
