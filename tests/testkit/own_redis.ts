import { randomBytes } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '#kernel/net/free_port'

/** A redis-server for one test or one test run. A test may flush and kill it, because no other test uses it. */
export default class OwnRedis {
  #server?: ChildProcess

  readonly host = '127.0.0.1'

  private constructor(readonly port: number) {}

  /** True if there is a redis-server on the PATH. */
  static isThere(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0
  }

  /** Null if there is no redis-server on the PATH. */
  static async open(): Promise<OwnRedis | null> {
    const redis = new OwnRedis(await freePort())
    return (await redis.start()) ? redis : null
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts it empty, always at the same address. Returns false if there is no redis-server. */
  async start(): Promise<boolean> {
    // The dash lets it start on a machine without IPv6.
    const bind = ['--bind', this.host, '-::1']
    const args = ['--port', String(this.port), ...bind, '--save', '', '--appendonly', 'no']
    // A replica then loads the data of its primary without a file.
    args.push('--repl-diskless-load', 'swapdb')
    const server = spawn('redis-server', args, { stdio: 'ignore' })
    const spawned = await Promise.race([
      once(server, 'spawn').then(() => true),
      once(server, 'error').then(() => false),
    ])
    if (!spawned) return false
    this.#server = server
    await this.#ask((redis) => redis.ping())
    return true
  }

  /** Deletes all data. */
  async flush() {
    await this.#ask((redis) => redis.flushall())
  }

  /** Makes it answer NOAUTH to clients that connect with `url`. */
  async requirePassword() {
    await this.#ask((redis) => redis.config('SET', 'requirepass', 'a password'))
  }

  /** Makes it a read-only replica of another server, as a failover does with the old primary. */
  async demote(to: OwnRedis) {
    await this.#ask((redis) => redis.replicaof(to.host, to.port))
  }

  /** Makes it a replica that has lost its primary and answers MASTERDOWN. */
  async orphan() {
    await this.#ask(async (redis) => {
      await redis.config('SET', 'replica-serve-stale-data', 'no')
      await redis.replicaof(this.host, 1)
    })
  }

  /** Makes it load the data of another server so slowly that it answers LOADING until the end of the test. */
  async loadSlowly(from: OwnRedis) {
    await from.#ask(async (redis) => {
      await redis.config('SET', 'repl-diskless-sync-delay', '0')
      for (let key = 0; key < 1000; key++) await redis.set(`key:${key}`, randomBytes(1024))
    })
    await this.#ask(async (redis) => {
      // It checks for commands after each key, and needs 20 ms for each key.
      await redis.config('SET', 'loading-process-events-interval-bytes', '1024')
      await redis.config('SET', 'key-load-delay', '20000')
      await redis.replicaof(from.host, from.port)
    })
  }

  /** Pauses the process, with every connection open, until it is resumed. */
  pause() {
    this.#server?.kill('SIGSTOP')
  }

  resume() {
    this.#server?.kill('SIGCONT')
  }

  /** Kills it with SIGKILL. */
  async kill() {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  /** The names that clients have set for their connections. */
  async clients(): Promise<string[]> {
    const list = await this.#ask((redis) => redis.client('LIST'))
    return [...String(list).matchAll(/ name=(\S+)/g)].map(([, name]) => name)
  }

  /** The sum of the counts under the keys that match a pattern. */
  async sumOf(pattern: string): Promise<number> {
    return this.#ask(async (redis) => {
      const keys = await redis.keys(pattern)
      const counts = keys.length === 0 ? [] : await redis.mget(keys)
      return counts.reduce((sum, count) => sum + Number(count ?? 0), 0)
    })
  }

  async #ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    redis.on('error', () => {})
    try {
      return await Promise.race([
        question(redis),
        delay(10_000, null, { ref: false }).then((): Promise<never> =>
          Promise.reject(new Error('redis-server is silent'))
        ),
      ])
    } finally {
      redis.disconnect()
    }
  }
}
