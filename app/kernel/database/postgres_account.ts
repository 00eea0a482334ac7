import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import StartProblem from '#kernel/refusals/start_problem'

/** In a separate user namespace root appears as this user and still owns its files. */
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']

/**
 * The account that runs the Postgres programs. For a normal user it is that user. Postgres refuses to run as root, so
 * root uses the account "postgres" and creates it if missing. If that account cannot enter the folders, for example
 * below a private home folder, the programs run in a user namespace in which root has another user id.
 */
export default class PostgresAccount {
  private constructor(
    protected prefix: string[],
    protected ids: { uid?: number; gid?: number }
  ) {}

  /**
   * Returns the account for a server with these files.
   * @throws an error that says what to do if root has no usable account.
   */
  static async forFiles(paths: string[]): Promise<PostgresAccount> {
    if (process.getuid?.() !== 0) return new PostgresAccount([], {})
    const ids = await lentAccount()
    if (ids && (await canReach(paths, ids))) return new PostgresAccount([], ids)
    const works = await run(NAMESPACE[0], [...NAMESPACE.slice(1), 'true']).catch(() => null)
    if (works) return new PostgresAccount(NAMESPACE, {})
    throw new StartProblem(
      `Postgres refuses to run as root, and the user "postgres" that runs it instead cannot read ${dirname(paths[0])}: ` +
        'move the checkout (and DATA_DIR) to a folder that all users may enter, run as a normal user, or set DATABASE_URL'
    )
  }

  /** Runs a program as this account, in `cwd`. */
  async run(program: string, args: string[], cwd: string) {
    const [file, ...rest] = [...this.prefix, program, ...args]
    await run(file, rest, { ...this.ids, cwd })
  }

  /** Makes this account the owner of the files. */
  async own(paths: string[]) {
    if (this.ids.uid === undefined) return
    for (const path of paths) await chown(path, this.ids.uid, this.ids.gid!)
  }
}

async function lentAccount() {
  const known = await lookUp()
  if (known) return known
  await run('groupadd', ['--system', 'postgres']).catch(() => {})
  await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']).catch(() => {})
  return lookUp()
}

async function lookUp(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function canReach(paths: string[], ids: { uid: number; gid: number }): Promise<boolean> {
  for (const path of paths) {
    // If root owns the files of a server, a user namespace created them: the server must stay in it.
    if ((await stat(path)).uid === 0 && path.endsWith('PG_VERSION')) return false
    const reached = await run('ls', ['-d', path], { ...ids, cwd: '/' }).catch(() => null)
    if (!reached) return false
  }
  return true
}

/** What a failed program of Postgres complained about first, in one line, with the hint that followed. */
export function complaintOf({ message, stderr = '' }: Error & { stderr?: string }): string {
  const [, complaint = message.split('\n')[0]] = /(?:FATAL|PANIC|ERROR|error): +(.*)/.exec(stderr) ?? []
  const [, hint] = /HINT: +(.*)/.exec(stderr) ?? []
  return hint ? `${complaint}. ${hint}` : complaint
}

type RunOptions = { uid?: number; gid?: number; cwd?: string }

/** The signals that a terminal sends to everything that runs in it. */
const FROM_TERMINAL = ['SIGINT', 'SIGHUP']

/**
 * Runs a program in a session of its own: Ctrl-C in a terminal ends all programs that run there, and a pg_ctl that it
 * ended would no longer wait for its server. If the signal comes before the session exists, the program has not begun,
 * and is run again. @throws an error with what the program wrote to standard error
 */
async function run(file: string, args: string[], options: RunOptions = {}): Promise<{ stdout: string }> {
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [stdout, stderr, [code, signal]] = await written
  if (code === 0) return { stdout }
  if (FROM_TERMINAL.includes(signal)) return run(file, args, options)
  throw Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}\n${stderr}`), { stderr })
}
