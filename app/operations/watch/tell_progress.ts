import logger from '@adonisjs/core/services/logger'
import type { JobRun } from '#kernel/queues/catalog'
import { shownNumber } from '#kernel/text/shown_number'
import { withTimeout } from '#kernel/time/with_timeout'
import { findProgress } from './find_progress.js'

/** How long a job waits for its report to be stored. Milliseconds. */
const PATIENCE = 1000

/**
 * Reports the progress of an operation on the job that has just worked on it: counts only, once per slice. The job's
 * work is already done, so a failure here does not fail the job, and the report delays it by at most a second.
 */
export async function tellProgress(operationId: string, { report }: JobRun) {
  if (!report) return
  await withTimeout(tell(operationId, report), PATIENCE).catch((error) =>
    logger.debug({ err: error, operationId }, 'the progress could not be shown on the queue board')
  )
}

async function tell(operationId: string, report: NonNullable<JobRun['report']>) {
  const [found] = await findProgress([operationId])
  if (!found) return
  const { status, total, processed, succeeded, skipped, failed } = found
  const counts = `${shownNumber(succeeded)} done, ${shownNumber(skipped)} skipped, ${shownNumber(failed)} failed`
  const line = `${status}: ${shownNumber(processed)} of ${shownNumber(total)}, ${counts}`
  await report({ total, processed, succeeded, skipped, failed }, line)
}
