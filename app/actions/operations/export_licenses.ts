import { inject } from '@adonisjs/core'
import drive from '@adonisjs/drive/services/main'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { PassThrough, Transform } from 'node:stream'
import type { JobRun } from '#jobs/catalog'
import { EXPORT_COLUMNS } from '#domain/transfer/export_columns'
import type { OperationRow } from '#queries/operations/find_operation'
import { licenseWhere, type LicenseFilter } from '#queries/licenses/license_filter'
import CopyOut, { type CopyQuery } from '#services/copy_out'
import { scopeOf } from './change_licenses.js'
import { claimExport, finishExport, releaseExport, renewExport } from './export_claim.js'

export type ExportFormat = 'csv' | 'json'
export type ExportParams = LicenseFilter & { format: ExportFormat }

const RENEWAL = 500

/**
 * Writes an export (contract 5): one worker, one snapshot, straight from the database to the drive. Each
 * attempt writes a file of its own under its claim, so one that was taken for dead can spoil nothing; the next
 * one deletes what it left.
 */
@inject()
export default class ExportLicenses {
  /** Whether this worker wrote the export; false when another one is at it, or it was cancelled. */
  async execute(operation: OperationRow, { signal }: JobRun): Promise<boolean> {
    const claim = await claimExport(operation.id)
    if (!claim) return false
    const params = operation.params as unknown as ExportParams
    const file = `exports/${operation.id}/${claim}.${params.format}`
    const copy = new CopyOut()
    try {
      await drive.use().deleteAll(`exports/${operation.id}`)
      await copy.open()
      const query = exportQuery(operation, params)
      const total = await copy.count(query)
      const written = await this.#write(copy, query, params.format, file, async (rows) => {
        if (signal.aborted || !(await renewExport(operation.id, claim, rows, total))) throw new Abandoned()
      })
      if (await finishExport(operation.id, claim, { format: params.format, ...written, file })) return true
      throw new Abandoned()
    } catch (error) {
      await drive.use().delete(file)
      await releaseExport(operation.id, claim)
      if (error instanceof Abandoned) return false
      throw error
    } finally {
      copy.close()
    }
  }

  async #write(
    copy: CopyOut,
    query: CopyQuery,
    format: ExportFormat,
    file: string,
    renew: (rows: number) => Promise<void>
  ) {
    const meter = new Meter(format)
    const out = new PassThrough()
    const beat = new AbortController()
    let renewing = renew(0)
    const timer = setInterval(() => {
      renewing = renewing.then(() => renew(meter.rows))
      renewing.catch((error) => beat.abort(error))
    }, RENEWAL)
    renewing.catch((error) => beat.abort(error))
    try {
      const source = copy.stream(query, format === 'csv' ? 'csv' : 'lines')
      await Promise.all([
        pipeline(source, meter, out, { signal: beat.signal }),
        drive.use().putStream(file, out),
      ])
    } catch (error) {
      throw beat.signal.aborted ? beat.signal.reason : error
    } finally {
      clearInterval(timer)
    }
    await renewing
    return { rows: meter.rows, bytes: meter.bytes, sha256: meter.digest() }
  }
}

/** The work was given up on purpose: cancelled, taken over, or the worker must stop. */
class Abandoned extends Error {}

function exportQuery(operation: OperationRow, { format, ...filter }: ExportParams): CopyQuery {
  const where = licenseWhere(scopeOf(operation), filter, operation.createdAt.getTime())
  const columns = Object.entries(EXPORT_COLUMNS)
  const list = columns.map(([name, sql]) => `${sql[format]} as "${name}"`).join(', ')
  const sql = `select ${list} from licenses l where ${where.sql}`
  // The comma before each object becomes the bracket before the first one.
  return {
    sql: format === 'csv' ? sql : `select ',' || row_to_json(r)::text from (${sql}) r`,
    values: where.values,
  }
}

/** Counts, hashes and, for JSON, makes the lines an array, as the bytes go by. */
class Meter extends Transform {
  bytes = 0
  #lines = 0
  #hash = createHash('sha256')

  constructor(protected format: ExportFormat) {
    super()
  }

  get rows() {
    return Math.max(0, this.#lines - (this.format === 'csv' ? 1 : 0))
  }

  digest() {
    return this.#hash.digest('hex')
  }

  override _transform(piece: Buffer, _encoding: string, done: () => void) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.#lines++
    if (this.format === 'json' && this.bytes === 0) piece[0] = 91
    this.#pass(piece)
    done()
  }

  override _flush(done: () => void) {
    if (this.format === 'json') this.#pass(Buffer.from(this.bytes === 0 ? '[]\n' : ']\n'))
    done()
  }

  #pass(piece: Buffer) {
    this.bytes += piece.length
    this.#hash.update(piece)
    this.push(piece)
  }
}
