import copyStreams from 'pg-copy-streams'
import type { Duplex, Readable } from 'node:stream'
import { databaseUrl } from './datastores.js'
import { generalClient } from './pools.js'
import { watchPostgres, workPatience } from './postgres_watch.js'

/** A query with `?` for each value. This code creates or checks all values. */
export type CopyQuery = { sql: string; values: unknown[] }

/**
 * A long read on a separate connection outside the pool. All its queries see the same snapshot, and it blocks no other
 * caller. Always close it; closing also aborts a read in progress.
 */
export default class CopyOut {
  #client = generalClient('exports')

  async open() {
    await this.#client.connect()
    watchPostgres(this.#client, databaseUrl(), workPatience)
    await this.#client.query('begin transaction isolation level repeatable read read only')
    // Otherwise a scan may start where another scan currently is, and the rows come in a different order each time.
    await this.#client.query('set local synchronize_seqscans = off')
  }

  /** Returns how many rows a query has. */
  async count(query: CopyQuery): Promise<number> {
    const { rows } = await this.#client.query(`select count(*)::int as count from (${this.#inline(query)}) q`)
    return rows[0].count
  }

  /** Streams the rows as CSV with a header, or (one column) each as a line of JSON without any quoting. */
  stream(query: CopyQuery, format: 'csv' | 'lines', delimiter = ','): Readable {
    // JSON text never contains these characters, so COPY quotes nothing and writes the text unchanged.
    const options =
      format === 'csv'
        ? `format csv, header, delimiter ${this.#client.escapeLiteral(delimiter)}`
        : String.raw`format csv, quote e'\x01', delimiter e'\x02'`
    return this.#client.query(copyStreams.to(`copy (${this.#inline(query)}) to stdout with (${options})`))
  }

  /** Destroys the connection: there is nothing to commit, and a read in progress would prevent an orderly end. */
  close() {
    const { connection } = this.#client as unknown as { connection: { stream: Duplex } }
    connection.stream.destroy()
  }

  /** COPY takes no parameters, so the driver quotes the values and they become part of the SQL text. */
  #inline({ sql, values }: CopyQuery): string {
    let next = 0
    return sql.replaceAll('?', () => {
      const value = values[next++]
      if (typeof value === 'number' && Number.isFinite(value)) return String(value)
      if (typeof value === 'string') return this.#client.escapeLiteral(value)
      throw new Error('Only texts and numbers can be written into a COPY')
    })
  }
}
