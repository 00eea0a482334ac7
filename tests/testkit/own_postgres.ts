import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#kernel/net/free_port'
import PostgresAccount from '#kernel/database/postgres_account'
import { postgresBinaries } from '#kernel/database/postgres_binaries'

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '100' }

/**
 * A Postgres server for one test, which the test may crash because no other test uses it. It uses the Postgres that npm
 * installs.
 */
export default class OwnPostgres {
  private constructor(
    protected folder: string,
    protected port: number
  ) {}

  static async open(): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-own-'))
    await chmod(folder, 0o755)
    const postgres = new OwnPostgres(folder, await freePort())
    await postgres.#initialise()
    await postgres.start()
    return postgres
  }

  get url() {
    return `postgres://latchkey@127.0.0.1:${this.port}/postgres`
  }

  /** Starts it, always at the same address; after a crash it recovers first. */
  async start() {
    const flags = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`)
    await this.#control([
      'start',
      '-w',
      '-l',
      join(this.folder, 'log'),
      '-o',
      `-p ${this.port} ${flags.join(' ')}`,
    ])
  }

  /** Stops it immediately, as a power cut does. */
  async crash() {
    await this.#control(['stop', '-m', 'immediate'])
  }

  async close() {
    await this.crash().catch(() => {})
    await rm(this.folder, { recursive: true, force: true })
  }

  get #data() {
    return join(this.folder, 'data')
  }

  async #initialise() {
    await mkdir(this.#data, { mode: 0o700 })
    const { initdb, pgCtl } = await postgresBinaries()
    const account = await PostgresAccount.forFiles([initdb, this.#data])
    await account.own([this.folder, this.#data])
    for (const program of [initdb, pgCtl]) await chmod(program, 0o755).catch(() => {})
    const flags = ['--auth=trust', '--username=latchkey', '--encoding=UTF8', '--locale=C', '--no-sync']
    await account.run(initdb, ['-D', this.#data, ...flags], this.folder)
  }

  async #control(args: string[]) {
    const { pgCtl } = await postgresBinaries()
    const account = await PostgresAccount.forFiles([pgCtl, join(this.#data, 'PG_VERSION')])
    await account.run(pgCtl, ['-D', this.#data, ...args], this.folder)
  }
}
