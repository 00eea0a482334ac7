import { inject } from '@adonisjs/core'
import drive from '@adonisjs/drive/services/main'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import type { JobRun } from '#kernel/queues/catalog'
import { EXPORT_COLUMNS } from '#kernel/outbox/export_columns'
import type { OperationRow } from '#operations/queries/find_operation'
import { licenseWhere, type LicenseFilter } from '#licensing/queries/license_filter'
import { readStoredFilter } from '#licensing/queries/stored_filter'
import CopyOut, { type CopyQuery } from '#kernel/database/copy_out'
import { StoredRoom } from '#kernel/files/stored_room'
import { scopeOf } from './change_licenses.js'
import { claimExport, finishExport, releaseExport, renewExport } from './export_claim.js'
import { ExportMeter } from './export_meter.js'

type ExportFormat = 'csv' | 'json'
export type ExportParams = LicenseFilter & {
  format: ExportFormat
  /** Of a CSV: what separates its cells, and whether a byte order mark tells old spreadsheets that it is UTF-8. */
  delimiter?: keyof typeof DELIMITERS
  bom?: boolean
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' }

const RENEWAL = 500

/**
 * Writes an export (contract#export): one worker, one snapshot, straight from the database to the drive. Each
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
    let room: StoredRoom | null = null
    try {
      await drive.use().deleteAll(`exports/${operation.id}`)
      room = await StoredRoom.open(operation.orgId)
      await copy.open()
      const query = exportQuery(operation, params)
      const total = await copy.count(query)
      const meter = new ExportMeter(params, room)
      await this.#write(copy, query, params, file, meter, async (rows) => {
        if (signal.aborted || !(await renewExport(operation.id, claim, rows, total))) throw new Abandoned()
      })
      const result = { format: params.format, ...meter.report(), file }
      if (await finishExport(operation, claim, result)) return true
      throw new Abandoned()
    } catch (error) {
      await drive.use().delete(file)
      await releaseExport(operation.id, claim)
      if (error instanceof Abandoned) return false
      throw error
    } finally {
      room?.close()
      copy.close()
    }
  }

  async #write(
    copy: CopyOut,
    query: CopyQuery,
    { format, delimiter = 'comma' }: ExportParams,
    file: string,
    meter: ExportMeter,
    renew: (rows: number) => Promise<void>
  ) {
    const out = new PassThrough()
    const beat = new AbortController()
    let renewing = renew(0)
    const timer = setInterval(() => {
      renewing = renewing.then(() => renew(meter.rows))
      renewing.catch((error) => beat.abort(error))
    }, RENEWAL)
    renewing.catch((error) => beat.abort(error))
    try {
      const source = copy.stream(query, format === 'csv' ? 'csv' : 'lines', DELIMITERS[delimiter])
      // A writer whose stream fails tells so before its file is there: it gets an ordinary end, and the file is deleted.
      const filled = pipeline(source, meter, out, { signal: beat.signal, end: false })
      const stored = drive.use().putStream(file, out)
      // A drive that gives up reads no more, and what waits for it to read would wait for ever.
      stored.catch((error) => beat.abort(error))
      await bothOrCause(
        filled.finally(() => out.end()),
        stored
      )
    } catch (error) {
      throw beat.signal.aborted ? beat.signal.reason : error
    } finally {
      clearInterval(timer)
    }
    await renewing
  }
}

/** The work was given up on purpose: cancelled, taken over, or the worker must stop. */
class Abandoned extends Error {}

/** Waits for two ends of one stream. A full disk cuts the other end off too: the fault that is told is the first one's. */
async function bothOrCause(...ends: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(ends)
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const isCut = ({ name, code }: NodeJS.ErrnoException) =>
    name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  const cause = faults.find((fault) => !isCut(fault)) ?? faults[0]
  if (cause) throw cause
}

function exportQuery(
  operation: OperationRow,
  { format, delimiter: _, bom: __, ...filter }: ExportParams
): CopyQuery {
  const where = licenseWhere(scopeOf(operation), readStoredFilter(filter), operation.createdAt.getTime())
  const columns = Object.entries(EXPORT_COLUMNS)
  const list = columns.map(([name, sql]) => `${sql[format]} as "${name}"`).join(', ')
  const sql = `select ${list} from licenses l where ${where.sql}`
  // The comma before each object becomes the bracket before the first one.
  return {
    sql: format === 'csv' ? sql : `select ',' || row_to_json(r)::text from (${sql}) r`,
    values: where.values,
  }
}
