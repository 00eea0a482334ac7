import drive from '@adonisjs/drive/services/main'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type CopyOut from '#kernel/database/copy_out'
import type { CopyQuery } from '#kernel/database/copy_out'
import type { ExportMeter } from './export_meter.js'
import { DELIMITERS, type ExportShape } from './params.js'

/** Time between two signs of life. Milliseconds. */
const RENEWAL = 500

/** The work was given up on purpose: cancelled, taken over, or the worker must stop. */
export class Abandoned extends Error {}

type Copying = { copy: CopyOut; query: CopyQuery; params: ExportShape; meter: ExportMeter; file: string }

/**
 * Streams the rows of a query from the database into a file of the drive, and calls `renew` with the rows written so
 * far twice a second. @throws whatever `renew` throws, which ends the copy
 */
export async function copyToDrive(
  { copy, query, params, meter, file }: Copying,
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
    const { format, delimiter = 'comma' } = params
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

/**
 * Waits for both ends of one stream. A full disk cuts the other end off too, so the first end's fault is reported.
 */
async function bothOrCause(...ends: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(ends)
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const isCut = ({ name, code }: NodeJS.ErrnoException) =>
    name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  const cause = faults.find((fault) => !isCut(fault)) ?? faults[0]
  if (cause) throw cause
}
