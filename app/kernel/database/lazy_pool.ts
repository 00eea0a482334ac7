import type pg from 'pg'
import { databaseUrl } from './datastores.js'
import { openPool } from './pools.js'
import { requestPatience, watchPostgres } from './postgres_watch.js'

/** A pool for requests that opens on first use, and opens again if it is used after being closed. */
export class LazyPool {
  #pool: pg.Pool | null = null

  constructor(
    protected use: 'authorize' | 'limits',
    protected open = () => openPool(use)
  ) {}

  get(): pg.Pool {
    return (this.#pool ??= this.#openWatched())
  }

  async close() {
    const closing = this.#pool
    this.#pool = null
    await closing?.end()
  }

  #openWatched(): pg.Pool {
    const url = databaseUrl()
    return this.open().on('connect', (client) => watchPostgres(client, url, requestPatience))
  }
}
