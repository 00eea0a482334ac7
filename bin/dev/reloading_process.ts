import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long a process may take to stop before it is killed. Milliseconds. */
const PATIENCE = 10_000

/** A process of `npm run dev` that is restarted after each change. Its output is shown. */
export default class ReloadingProcess {
  #child: ChildProcess | null = null
  #stopped = false
  /** The restart in progress. Requests during it share it. */
  #restart: Promise<void> | null = null

  constructor(
    readonly name: string,
    protected program: string,
    protected args: string[] = []
  ) {}

  start() {
    if (this.#stopped) return
    const child = fork(this.program, this.args, {
      execArgv: ['--import=@poppinss/ts-exec', '--import=./bin/dev/follow_parent.ts'],
      // A process group of its own: Ctrl-C reaches only the parent, which stops the others in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    child.once('exit', (code) => {
      if (this.#child !== child) return
      this.#child = null
      if (!this.#stopped) process.stderr.write(`The ${this.name} has ended (${code}): waiting for a change\n`)
    })
  }

  /** Stops the process if it runs, and starts it again. */
  restart(): Promise<void> {
    return (this.#restart ??= this.#leave().then(() => {
      this.#restart = null
      this.start()
    }))
  }

  /** Stops the process for good. */
  async stop() {
    this.#stopped = true
    await this.#leave()
  }

  async #leave() {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    await ended
    clearTimeout(late)
  }
}
