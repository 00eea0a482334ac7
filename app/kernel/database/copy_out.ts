import copyStreams from 'pg-copy-streams'
import type { Duplex, Readable } from 'node:stream'
import { databaseUrl } from './datastores.js'
import { generalClient } from './pools.js'
import { watchPostgres, workPatience } from './postgres_watch.js'

/** A query with `?` for each value, all of them values that this code made or checked. */
export type CopyQuery = { sql: string; values: unknown[] }

/**
 * A long read on a connection of its own, outside the pool: everything in it sees one snapshot, and it keeps
 * nobody waiting. Close it in any case; that also ends a read in the middle.
 */
export default class CopyOut {
  #client = generalClient('exports')

  async open() {
    await this.#client.connect()
    watchPostgres(this.#client, databaseUrl(), workPatience)
    await this.#client.query('begin transaction isolation level repeatable read read only')
    // Or a read would begin where another one is, and the same rows would come in another order each time.
    await this.#client.query('set local synchronize_seqscans = off')
  }

  /** How many rows a query has. */
  async count(query: CopyQuery): Promise<number> {
    const { rows } = await this.#client.query(`select count(*)::int as count from (${this.#inline(query)}) q`)
    return rows[0].count
  }

  /** The rows as CSV with a header, or each as one line of JSON (one column) without any quoting. */
  stream(query: CopyQuery, format: 'csv' | 'lines', delimiter = ','): Readable {
    // Characters that JSON text never holds, so COPY finds nothing to quote and writes the text as it is.
    const options =
      format === 'csv'
        ? `format csv, header, delimiter ${this.#client.escapeLiteral(delimiter)}`
        : String.raw`format csv, quote e'\x01', delimiter e'\x02'`
    return this.#client.query(copyStreams.to(`copy (${this.#inline(query)}) to stdout with (${options})`))
  }

  /** Cuts the connection: there is nothing to commit, and a read in the middle would not let it end politely. */
  close() {
    const { connection } = this.#client as unknown as { connection: { stream: Duplex } }
    connection.stream.destroy()
  }

  /** COPY takes no parameters, so the values are written into the text, quoted by the driver. */
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
