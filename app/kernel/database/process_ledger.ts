import { randomUUID } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import StartProblem from '#kernel/refusals/start_problem'

const LOCK_TIMEOUT = 90_000

/** A lock that is empty for this long has no holder: its process died before it wrote its pid. Milliseconds. */
const EMPTY_FOR = 5000

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

  /**
   * Takes a lock that is free, or whose holder died. The lock never has a moment without its content, so nobody
   * mistakes it for one that has no holder.
   */
  async #tryLock(lock: string): Promise<boolean> {
    const own = `${lock}.${randomUUID()}`
    try {
      await writeFile(own, `${process.pid} ${await startedAt(process.pid)}`)
      await linkTo(own, lock)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return await this.#takeOver(lock, own)
    } finally {
      await rm(own, { force: true })
    }
  }

  /**
   * Replaces a lock whose holder died by the file `own`. Several processes may find the same dead holder, and the slower
   * ones must not replace the lock of the first. Therefore each takes a second lock, named after the dead holder, and
   * then looks again.
   */
  async #takeOver(lock: string, own: string): Promise<boolean> {
    const holder = await readFile(lock, 'utf8').catch(() => null)
    if (holder === null || !(await isAbandoned(lock, holder))) return false
    const turn = `${lock}.after-${holder.replace(/\W+/g, '-').slice(0, 40)}`
    if (!(await this.#tryLock(turn))) return false
    try {
      const again = await readFile(lock, 'utf8').catch(() => null)
      if (again !== holder || !(await isAbandoned(lock, holder))) return false
      await rename(own, lock)
      return true
    } finally {
      await rm(turn, { force: true })
    }
  }

  async #isLive(pid: number): Promise<boolean> {
    const recorded = await readFile(join(this.folder, String(pid)), 'utf8').catch(() => '')
    return recorded !== '' && (await startedAt(pid)) === recorded
  }
}

/** Gives a file a second name, unless another file has it. Some file systems cannot do that: there it is copied. */
async function linkTo(file: string, name: string) {
  try {
    await link(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    await copyFile(file, name, constants.COPYFILE_EXCL)
  }
}

/** Returns true if the process that a lock names is dead, or if the lock has named none for too long. */
async function isAbandoned(lock: string, holder: string): Promise<boolean> {
  const [pid, ...started] = holder.split(' ')
  if (holder !== '') return started.join(' ') === '' || (await startedAt(Number(pid))) !== started.join(' ')
  const found = await stat(lock).catch(() => null)
  return found !== null && found.mtimeMs < Date.now() - EMPTY_FOR
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
