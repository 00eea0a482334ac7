import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import StartProblem from '#kernel/refusals/start_problem'

const LOCK_TIMEOUT = 90_000

/**
 * Records which live processes of this machine use a shared resource. Each has a file that is named after its pid and
 * holds its start time, so that another program that reuses the pid is not mistaken for a user of the resource.
 */
export default class ProcessLedger {
  constructor(readonly folder: string) {}

  async enter() {
    await mkdir(this.folder, { recursive: true })
    await writeFile(join(this.folder, String(process.pid)), await startedAt(process.pid))
  }

  async leave() {
    await rm(join(this.folder, String(process.pid)), { force: true })
  }

  /** Returns how many other live processes use the resource; removes the files of dead ones. */
  async others(): Promise<number> {
    let count = 0
    for (const name of await readdir(this.folder).catch(() => [])) {
      const pid = Number(name)
      if (!Number.isInteger(pid) || pid === process.pid) continue
      if (await this.#isLive(pid)) count++
      else await rm(join(this.folder, name), { force: true })
    }
    return count
  }

  /**
   * Runs `work` while no other process does. It takes over a lock whose holder died. A process that is told to stop
   * while it starts exits in the middle of `work`; it takes its lock with it.
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true })
    const lock = join(this.folder, 'lock')
    const deadline = Date.now() + LOCK_TIMEOUT
    while (!(await this.#tryLock(lock))) {
      if (Date.now() > deadline)
        throw new StartProblem(`Another process holds ${lock}: stop it, then remove the file`)
      await delay(50)
    }
    const removeLock = () => rmSync(lock, { force: true })
    process.once('exit', removeLock)
    try {
      return await work()
    } finally {
      process.off('exit', removeLock)
      removeLock()
    }
  }

  async #tryLock(lock: string): Promise<boolean> {
    try {
      const file = await open(lock, 'wx')
      await file.writeFile(`${process.pid} ${await startedAt(process.pid)}`)
      await file.close()
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, ...started] = (await readFile(lock, 'utf8').catch(() => '')).split(' ')
      const holderDied = pid && (await startedAt(Number(pid))) !== started.join(' ')
      if (holderDied) await rm(lock, { force: true })
      return false
    }
  }

  async #isLive(pid: number): Promise<boolean> {
    const recorded = await readFile(join(this.folder, String(pid)), 'utf8').catch(() => null)
    return recorded !== null && (await startedAt(pid)) === recorded
  }
}

/** Identifies the start of a process: the start tick on Linux, elsewhere only whether it is alive; '' if it is dead. */
async function startedAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' ? '' : 'alive'
  } catch {
    return ''
  }
}

/** Returns the live processes whose working directory is `folder`; null if the system has no /proc. */
export async function processesIn(folder: string): Promise<number[] | null> {
  const names = await readdir('/proc').catch(() => null)
  if (!names) return null
  const wanted = await realpath(folder)
  const found: number[] = []
  for (const pid of names.map(Number).filter(Number.isInteger)) {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => null)) !== wanted) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
    if (state && state !== 'Z' && state !== 'X') found.push(pid)
  }
  return found
}
