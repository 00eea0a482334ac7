import drive from '@adonisjs/drive/services/main'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type CopyOut from '#kernel/database/copy_out'
import type { CopyQuery } from '#kernel/database/copy_out'
import { outlivesItsReader } from '#kernel/files/stored_files'
import type { ExportMeter } from './export_meter.js'
import { DELIMITERS, type ExportShape } from './params.js'

/** Time between two renewals of the claim. Milliseconds. */
const RENEWAL = 500

/** The work was abandoned on purpose: it was cancelled or taken over, or the worker must stop. */
export class Abandoned extends Error {}

type Copying = { copy: CopyOut; query: CopyQuery; params: ExportShape; meter: ExportMeter; file: string }

/**
 * Streams the rows of a query from the database into a file on the drive, and calls `renew` twice a second with the
 * number of rows written.
 * @throws any error of `renew`, which aborts the copy
 */
export async function copyToDrive(
  { copy, query, params, meter, file }: Copying,
  renew: (rows: number) => Promise<void>
) {
  const out = outlivesItsReader(new PassThrough())
  const beat = new AbortController()
  let renewing = renew(0)
  const timer = setInterval(() => {
    renewing = renewing.then(() => renew(meter.rows))
    renewing.catch((error) => beat.abort(error))
  }, RENEWAL)
  renewing.catch((error) => beat.abort(error))
  try {
    const { format, delimiter = 'comma' } = params
    const source = copy.stream(query, format === 'csv' ? 'csv' : 'lines', DELIMITERS[delimiter])
    // If its stream fails, a drive's writer reports the error before its file exists. So the stream always ends
    // normally, and the file is deleted afterwards.
    const filled = pipeline(source, meter, out, { signal: beat.signal, end: false })
    const stored = drive.use().putStream(file, out)
    // A drive that has failed stops reading, so abort the copy, which would otherwise wait for it forever.
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

/**
 * Waits for both ends of one stream. When one end fails (a full disk, for example), the other is cut off too; the
 * fault of the one that failed is thrown.
 */
async function bothOrCause(...ends: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(ends)
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const isCut = ({ name, code }: NodeJS.ErrnoException) =>
    name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  const cause = faults.find((fault) => !isCut(fault)) ?? faults[0]
  if (cause) throw cause
}
