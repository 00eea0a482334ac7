import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeWritable } from '#config/data_folder'
import { accepts, freePort } from '#kernel/net/free_port'
import StartProblem from '#kernel/refusals/start_problem'
import { processesIn } from './process_ledger.js'
import ProcessLedger from './process_ledger.js'
import PostgresAccount, { complaintOf } from './postgres_account.js'
import { postgresBinaries } from './postgres_binaries.js'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
}

const DATABASE = 'latchkey'

/** Databases that initdb creates have lower object ids; each has a folder that is named after its id. */
const FIRST_OWN_DATABASE = 16_384

/** The start of the names of folders in which initdb works. */
const UNFINISHED = 'data.new-'

/**
 * Postgres's own locale: it sorts by code point, as C does, but knows the case of all letters, so that searches for names
 * find "Änne" by "änne". It needs no locale of the operating system.
 */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * The embedded Postgres, for machines without one (contract#stores). Its files are in `<dataDir>/postgres`, and all
 * processes with the same folder share it: the first starts it, later ones join, and the last to leave stops it. If a
 * killed process left the server running, the next process joins it. Postgres's own pg_ctl starts it, so it survives
 * the death of the process that started it.
 */
export default class EmbeddedPostgres {
  readonly #home: string
  readonly #data: string
  readonly #users: ProcessLedger

  constructor(dataDir: string) {
    this.#home = join(dataDir, 'postgres')
    this.#data = join(this.#home, 'data')
    this.#users = new ProcessLedger(join(this.#home, 'users'))
  }

  /** Makes the folder of the server. @throws StartProblem if it cannot be written */
  async makeFolder() {
    await makeWritable(this.#home).catch((cause: Error) => {
      throw new StartProblem(cause.message, { cause })
    })
  }

  /** Starts or joins the server. Returns the connection URL of its database. */
  async acquire(): Promise<string> {
    await this.makeFolder()
    await this.#users.exclusively(async () => {
      await this.#users.enter()
      if (!(await this.#isInitialised())) await this.#initialise()
      if (!(await this.#runningPort())) {
        const known = (await this.#users.others()) > 0 ? await this.#formerPort() : null
        await this.#start(known ?? (await freePort()))
      }
      await this.#ensureDatabase()
    })
    const port = await this.#port()
    const password = await readFile(this.#passwordFile, 'utf8')
    return `postgres://latchkey:${encodeURIComponent(password.trim())}@127.0.0.1:${port}/${DATABASE}`
  }

  /**
   * Starts the server again if it has ended although this process uses it: Postgres gives up, for example, when its disk
   * is full. Returns true if it did so.
   */
  async revive(): Promise<boolean> {
    if (await this.#runningPort()) return false
    return this.#users.exclusively(async () => {
      if (await this.#runningPort()) return false
      await this.#start((await this.#formerPort()) ?? (await freePort()))
      return true
    })
  }

  /** Leaves the server, and stops it if no other live process uses it. */
  async release() {
    await this.#users.exclusively(async () => {
      await this.#users.leave()
      if ((await this.#users.others()) > 0 || !(await this.#runningPort())) return
      await this.#control(['stop', '-m', 'fast', '-w', '-t', '30'])
    })
  }

  /** Stops the server if it runs although no live process uses it. If it does not run, the folder stays untouched. */
  async stopIfUnused() {
    if (await this.#runningPort()) await this.release()
  }

  get #log() {
    return join(this.#home, 'postgres.log')
  }

  get #passwordFile() {
    return join(this.#home, 'password')
  }

  /**
   * Returns false if there is no cluster, or only the part of one: earlier versions ran initdb in its final folder, so
   * a killed first start left part of a cluster there. No server was ever started on such a part.
   */
  async #isInitialised(): Promise<boolean> {
    if (!existsSync(join(this.#data, 'PG_VERSION'))) return false
    // Postgres writes this file at each start. A restored base backup lacks it, but has the databases.
    if (existsSync(join(this.#data, 'postmaster.opts'))) return true
    const base = join(this.#data, 'base')
    const databases = existsSync(base) ? await readdir(base) : []
    return databases.some((id) => Number(id) >= FIRST_OWN_DATABASE)
  }

  /**
   * Makes the cluster in a folder of its own, which gets its final name when it is complete. The folder is new each
   * time, because an initdb whose parent was killed may still write to an earlier one.
   */
  async #initialise() {
    await this.#removeUnfinished()
    const unfinished = await mkdtemp(join(this.#home, UNFINISHED))
    const password = randomBytes(24).toString('base64url')
    await writeFile(this.#passwordFile, password, { mode: 0o600 })
    await writeFile(this.#log, '')
    const { initdb } = await postgresBinaries()
    const account = await PostgresAccount.forFiles([initdb, unfinished])
    await account.own([this.#home, unfinished, this.#passwordFile, this.#log])
    const flags = ['--auth=scram-sha-256', '--username=latchkey', '--encoding=UTF8', ...LOCALE]
    try {
      await account.run(initdb, ['-D', unfinished, `--pwfile=${this.#passwordFile}`, ...flags], unfinished)
    } catch (cause) {
      const message = `The embedded Postgres cannot be made in ${this.#home}: ${complaintOf(cause as Error)}`
      throw new StartProblem(message, { cause })
    }
    await rm(this.#data, { recursive: true, force: true })
    await rename(unfinished, this.#data)
  }

  /** Removes the folders that killed starts left. A folder that somebody still writes to stays for the next time. */
  async #removeUnfinished() {
    for (const name of await readdir(this.#home)) {
      if (!name.startsWith(UNFINISHED)) continue
      await rm(join(this.#home, name), { recursive: true, force: true }).catch(() => {})
    }
  }

  async #start(port: number) {
    const flags = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`)
    const options = [`-p ${port}`, ...flags].join(' ')
    await this.#forgetDeadServer()
    await this.#control(['start', '-w', '-t', '60', '-l', this.#log, '-o', options])
  }

  async #control(args: string[]) {
    const { pgCtl } = await postgresBinaries()
    await chmod(pgCtl, 0o755).catch(() => {})
    const account = await PostgresAccount.forFiles([pgCtl, join(this.#data, 'PG_VERSION')])
    try {
      await account.run(pgCtl, ['-D', this.#data, ...args], this.#data)
    } catch (error) {
      throw new StartProblem(`pg_ctl ${args[0]} failed: see ${this.#log}`, { cause: error })
    }
  }

  /** Creates the database, also in a server whose first process was killed before it did so. */
  async #ensureDatabase() {
    const port = await this.#port()
    const { default: pg } = await import('pg')
    const password = (await readFile(this.#passwordFile, 'utf8')).trim()
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'latchkey',
      password,
      database: 'postgres',
    })
    await client.connect()
    try {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (!rowCount) await client.query(`create database ${DATABASE}`)
    } finally {
      await client.end()
    }
  }

  /** @throws StartProblem if no server is live. */
  async #port(): Promise<number> {
    const port = await this.#runningPort()
    if (!port) throw new StartProblem(`The embedded Postgres did not start: see ${this.#log}`)
    return port
  }

  /** The port of the latest server of this folder, at which processes still expect it; Postgres keeps its options. */
  async #formerPort(): Promise<number | null> {
    const options = await readFile(join(this.#data, 'postmaster.opts'), 'utf8').catch(() => '')
    return Number(/"-p" "(\d+)"/.exec(options)?.[1]) || null
  }

  /** The port of the live server of this folder, from Postgres's pid file; null if no server is live. */
  async #runningPort(): Promise<number | null> {
    const port = Number((await this.#pidFile())?.[3])
    return port && (await accepts(port)) && (await this.#isOurs()) ? port : null
  }

  /** Returns true if the pid in the file is a live server of this folder, not another program that reused the pid. */
  async #isOurs(): Promise<boolean> {
    const pid = Number((await this.#pidFile())?.[0])
    const live = await processesIn(this.#data)
    return live === null || live.includes(pid)
  }

  /**
   * After a crash the pid file names a process that is dead, a zombie or unrelated, and Postgres would refuse to start.
   * The file is removed once no process of the old server is left that could still write.
   */
  async #forgetDeadServer() {
    if (!(await this.#pidFile())) return
    const deadline = Date.now() + 15_000
    while ((await processesIn(this.#data))?.length) {
      if (Date.now() > deadline)
        throw new StartProblem(`An unresponsive Postgres still uses ${this.#data}: stop it`)
      await delay(100)
    }
    if ((await processesIn(this.#data)) !== null) {
      await rm(join(this.#data, 'postmaster.pid'), { force: true })
    }
  }

  async #pidFile(): Promise<string[] | null> {
    const text = await readFile(join(this.#data, 'postmaster.pid'), 'utf8').catch(() => null)
    return text ? text.split('\n') : null
  }
}
